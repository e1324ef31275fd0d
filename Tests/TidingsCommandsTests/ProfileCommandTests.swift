import Foundation
import Testing

@testable import TidingsCommands

@Suite struct ProfileCommandTests {
    private static func with(_ base64: String, _ body: (String) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString).prov")
        defer { try? FileManager.default.removeItem(at: file) }
        try (Data(base64Encoded: base64) ?? Data(base64.utf8)).write(to: file)
        try await body(file.path)
    }

    @Test func `a profile is told with what it means for pushes`() async throws {
        try await Self.with(ProfileFixture.development) { path in
            let run = await tool("profile", "inspect", path)
            #expect(run.exit == .done, "\(run)")
            #expect(run.out.contains("app id        TEAM123456.com.example.app\n"))
            #expect(run.out.contains("pushes        development\n"))
            #expect(run.out.contains("certificate   Apple Development: Ada (EXAMPLE123), until "))
            #expect(run.out.contains("api.sandbox.push.apple.com"))
            let json = await tool("profile", "inspect", path, "--json")
            #expect(json.out.contains(#""tokenEnvironment":"sandbox""#) && json.out.contains(#""signatureFits":true"#))
        }
    }

    @Test func `one without pushes and what is no profile exit with 1`() async throws {
        try await Self.with(ProfileFixture.withoutPushes) { path in
            let run = await tool("profile", "inspect", path)
            #expect(run.exit == .mistake && run.out.contains("no aps-environment"))
        }
        try await Self.with("no profile at all") { path in
            let run = await tool("profile", "inspect", path)
            #expect(run.exit == .mistake && run.error.contains("It is no provisioning profile"))
        }
        #expect(await tool("profile", "inspect", "/none").exit == .mistake)
    }
}
