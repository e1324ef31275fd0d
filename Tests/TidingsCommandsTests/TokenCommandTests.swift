import Foundation
import PushCrypto
import Testing
import Timekeeping

@testable import TidingsCommands

@Suite struct TokenCommandTests {
    private static let hex = String(repeating: "0fa1", count: 16)

    @Test func `a device token is told in its forms, and never shown whole`() async {
        let whole = await tool("token", "inspect", Self.hex)
        #expect(whole.exit == .done)
        #expect(whole.out.contains("form   hexadecimal\n") && whole.out.contains("shown  0fa1…0fa1\n"))
        #expect(!whole.out.contains(Self.hex) && whole.out.contains("400 BadDeviceToken"))

        let printed = await tool(
            "token", "inspect", "<\(String(repeating: "0fa10fa1 ", count: 8).dropLast())>", "--json")
        #expect(printed.exit == .mistake)
        #expect(printed.out.contains(#""code":"token_form""#) && printed.out.contains(#""bytes":"32""#))
        let short = await tool("token", "inspect", String(Self.hex.dropLast(8)))
        #expect(short.exit == .mistake)
        #expect(short.out.contains("cut"))
    }

    private func token(age: Int, key: ES256.PrivateKey, keyID: String = "ABC123DEFG") throws -> String {
        try ProviderToken.issue(
            keyID: keyID, teamID: "TEAM123456", issuedAt: Int(SystemTime().now.timeIntervalSince1970) - age, key: key)
    }

    @Test(arguments: [
        (10, "fresh", ExitCode.done), (1800, "renewable", .done), (3700, "expired", .mistake),
        (-600, "from_future", .mistake),
    ])
    func `a provider token's age is held against the rules of an hour and of 20 minutes`(
        age: Int, code: String, exit: ExitCode
    ) async throws {
        let text = try token(age: age, key: .generate())
        let run = await tool("token", "inspect", "bearer \(text)", "--json")
        #expect(run.exit == exit)
        #expect(run.out.contains(#""code":"\#(code)""#))
        #expect(run.out.contains(#""team id":"TEAM123456""#) && !run.out.contains(text))
    }

    @Test func `a signature is checked with the key or its public half`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = try ES256.PrivateKey.generate()
        let file = folder.appendingPathComponent("key.p8").path
        try Data(try key.pem().utf8).write(to: URL(fileURLWithPath: file))
        let text = try token(age: 10, key: key)
        #expect(await tool("token", "inspect", text, "--key", file).out.contains("is that of the key"))
        try Data(key.publicKey.pem.utf8).write(to: URL(fileURLWithPath: file))
        #expect(await tool("token", "inspect", text, "--key", file).exit == .done)
        let other = try token(age: 10, key: .generate())
        let run = await tool("token", "inspect", other, "--key", file)
        #expect(run.exit == .mistake && run.out.contains("Another key signed it"))
        #expect(await tool("token", "inspect", text, "--key", "/none").exit == .mistake)
        #expect(await tool("token", "inspect", Self.hex, "--key", file).error.contains("nobody signs a device token"))
    }

    @Test func `a malformed provider token is refused, and ids of another form are named`() async throws {
        #expect(await tool("token", "inspect", "eyJ.eyJ.x").out.contains("✘"))
        let text = try token(age: 10, key: .generate(), keyID: "abc")
        #expect(await tool("token", "inspect", text).out.contains("key id is not ten capital letters"))
    }
}
