import Foundation
import TestSupport
import Testing

@testable import TidingsCommands

@Suite(.timeLimit(.minutes(1)))
struct DoctorCommandTests {
    /// A project with an extension whose app it is not in, and an Info.plist.
    private static func project() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "tidings-doctor-\(UUID().uuidString)"
        )
        .resolvingSymlinksInPath()
        let bundle = folder.appendingPathComponent("App.xcodeproj")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("XcodeProjectTests/Fixtures/ExtensionThere.pbxproj")
        let text = try String(contentsOf: fixture, encoding: .utf8)
            .replacing(
                "\t\t\t\tBADC0DE50000000000000014 /* OneSignalNotificationServiceExtension.appex in Embed App Extensions */,\n",
                with: "")
        try Data(text.utf8).write(to: bundle.appendingPathComponent("project.pbxproj"))
        return folder
    }

    @Test(.rows("P7")) func `a finding is told with its place, its reason and the change, and repaired once`()
        async throws
    {
        let folder = try Self.project()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("App.xcodeproj/project.pbxproj")
        let before = try Data(contentsOf: file)
        let run = await tool("doctor", "--path", folder.path)
        #expect(run.exit == .mistake)
        #expect(run.out.hasPrefix("Harbour (App.xcodeproj)\n"))
        #expect(run.out.contains("error extension_not_embedded  App.xcodeproj/project.pbxproj:102\n  seen    "))
        #expect(run.out.contains("  why     ") && run.out.contains("; --fix repairs 2."))

        let dry = await tool("doctor", "--path", folder.path, "--fix", "--dry-run")
        #expect(dry.exit == .mistake)
        #expect(dry.out.contains("--- a/App.xcodeproj/project.pbxproj\n+++ b/App.xcodeproj/project.pbxproj\n@@ "))
        #expect(try Data(contentsOf: file) == before)
        let fixed = await tool("doctor", "--path", folder.path, "--fix", "--json")
        #expect(fixed.out.contains(#""repaired":true"#), "\(fixed)")
        #expect(try Data(contentsOf: file) != before)
        let again = await tool("doctor", "--path", folder.path, "--fix")
        #expect(!again.out.contains("extension_not_embedded") && !again.out.contains("changed "))
        #expect(await tool("doctor", "--path", folder.path, "--dry-run").exit == .mistake)
    }

    @Test func `a key, a payload and a token are judged without a project`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = folder.appendingPathComponent("AuthKey_ABC123DEFG.p8")
        try Data("nothing".utf8).write(to: key)
        let payload = folder.appendingPathComponent("push.json")
        try Data("[]".utf8).write(to: payload)
        let run = await tool(
            "doctor", "--apns-key", key.path, "--key-id", "XYZ", "--payload", payload.path, "--token", "<00>", "--json")
        #expect(run.exit == .mistake)
        for code in ["key_unreadable", "key_id_mismatch", "key_id_form", "payload_unreadable", "token_form"] {
            #expect(run.out.contains("\"code\":\"\(code)\""), "\(code)")
        }
        #expect(await tool("doctor", "--key-id", "XYZ").error.contains("--apns-key"))
        #expect(await tool("doctor", "--environment", "test").error.contains("sandbox or production"))
        #expect(await tool("doctor", "--profile", "/none").exit == .mistake)
    }

    @Test func `a running server is asked for the app, its credentials and its clock`() async throws {
        let folder = try Self.project()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await LiveServer.with { server in
            let words = ["doctor", "--path", folder.path, "--server", server.url, "--json"]
            let unknown = await tool(words, environment: ["TIDINGS_KEY": server.key])
            #expect(unknown.out.contains(#""code":"server_app_unknown""#), "\(unknown)")
            #expect(!unknown.out.contains("clock_"))
            #expect(await server.run("apps", "create", "--bundle-id", "com.example.harbour").exit == .done)
            let known = await tool(words, environment: ["TIDINGS_KEY": server.key])
            #expect(known.out.contains(#""code":"server_without_credentials""#))
            #expect(!known.out.contains("server_app_unknown"))
            let refused = await tool(words, environment: ["TIDINGS_KEY": "sk_wrong"])
            #expect(refused.out.contains(#""code":"server_unreachable""#))
        }
    }

    @Test func `a clock is read from the Date of an answer`() {
        let now = Date(timeIntervalSince1970: 1_796_000_000)
        let lead = DoctorEvidence.lead("Mon, 30 Nov 2026 00:53:20 GMT", since: now, until: now)
        #expect(lead == 0)
        #expect(DoctorEvidence.lead("Mon, 30 Nov 2026 01:53:20 GMT", since: now, until: now) == 3600)
        #expect(DoctorEvidence.lead(nil, since: now, until: now) == nil)
        #expect(DoctorEvidence.lead("yesterday", since: now, until: now) == nil)
    }

    @Test func `the rules are listed`() async {
        let run = await tool("doctor", "--rules")
        #expect(run.exit == .done && run.out.contains("aps_environment_missing"))
        #expect(await tool("doctor", "--rules", "--json").out.hasPrefix("[{"))
    }
}
