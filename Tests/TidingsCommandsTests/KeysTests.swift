import Foundation
import TestSupport
import Testing

@testable import TidingsCommands

@Suite struct KeysTests {
    @Test(arguments: [
        (["--scope", "mesages:send"], "--scope must be"),
        (["--scope", "messages:"], "--scope must be"),
        (["--kind", "publishable", "--scope", "messages:send"], "Leave out --scope"),
        (["--kind", "workspace", "--tenant", "acme"], "Leave out --tenant"),
        (["--name", String(repeating: "a", count: 201)], "--name must have"),
    ])
    func `a key that would do other than it says is not made`(words: [String], expected: String) async {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        let run = await tool(["keys", "create", "--data", folder.path] + words)
        #expect(run.exit == .mistake && run.error.contains(expected), "\(run.error)")
        #expect(run.out.isEmpty && !FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func `scopes are taken one by one, as groups, or all`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = await tool(
            "keys", "create", "--data", folder.path, "--scope", "messages:send", "--scope", "devices:*", "--scope", "*")
        #expect(run.exit == .done && run.out.hasPrefix("td_tn_"), "\(run.error)")
    }
}
