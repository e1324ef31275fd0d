import Foundation
import TestSupport
import Testing

@testable import TidingsCommands

@Suite struct ServeSettingsTests {
    private struct Shown: Decodable, Equatable {
        var key: String
        var value: String?
        var source: String
    }

    private func shown(_ words: [String], _ environment: [String: String] = [:]) async throws -> [String: Shown] {
        let run = await tool(["serve", "--print-config", "--json"] + words, environment: environment)
        try #require(run.exit == .done, "\(run.error)")
        let entries = try JSONDecoder().decode([Shown].self, from: Data(run.out.utf8))
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0) })
    }

    private func withFile(_ text: String, _ body: (String) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString).json")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(url.path)
    }

    @Test func `a flag wins over the environment, that over the file, that over the default`() async throws {
        try await withFile(#"{"port": 1001, "bind": "127.0.0.2", "drain": "7"}"#) { path in
            let environment = ["TIDINGS_PORT": "1002", "TIDINGS_BIND": "127.0.0.3", "TIDINGS_CONFIG": path]
            let entries = try await shown(["--port", "1003"], environment)
            #expect(entries["port"] == Shown(key: "port", value: "1003", source: "flag"))
            #expect(entries["bind"] == Shown(key: "bind", value: "127.0.0.3", source: "environment"))
            #expect(entries["drain"] == Shown(key: "drain", value: "7", source: "file"))
            #expect(entries["data"]?.source == "default")
        }
    }

    @Test func `the URL of a database is masked, for it holds a password`() async throws {
        let environment = ["TIDINGS_DATABASE": "postgresql://tidings:hidden@db/tidings"]
        let entries = try await shown([], environment)
        #expect(entries["database"] == Shown(key: "database", value: "********", source: "environment"))
        let run = await tool(["serve", "--database", "mysql://tidings:hidden@db"], environment: [:])
        #expect(run.exit == .mistake && run.error.contains("database: expected a URL"), "\(run.error)")
        #expect(!run.error.contains("hidden"))
    }

    @Test(arguments: [
        (["--port", "70000"], "port: "),
        (["--tls-certificate", "/nowhere.pem"], "tls-certificate: "),
        (["--tls-certificate", "/dev/null"], "tls-key: "),
        (["--apns-production", "nonsense"], "apns-production: "),
        (["--config", "/nowhere.json"], "config: cannot read"),
    ])
    func `a setting that cannot be is refused by its name`(words: [String], expected: String) async {
        let run = await tool(["serve"] + words)
        #expect(run.exit == .mistake)
        #expect(run.error.contains(expected), "\(run.error)")
        #expect(run.out.isEmpty)
    }

    @Test func `every problem is reported, unknown names in the file too`() async throws {
        try await withFile(#"{"prot": 8080, "port": "x"}"#) { path in
            let run = await tool("serve", "--config", path)
            #expect(run.error.contains("prot: is not a setting"))
            #expect(run.error.contains("port: expected a whole number"))
        }
    }

    @Test func `a truth value is no port 1, and a setting that stands twice is refused`() async throws {
        for (text, expected) in [
            (#"{"port": true}"#, "port: must be a text or a number"),
            (#"{"port": 1, "port": 2}"#, "port: stands twice"),
            (#"{"data": null}"#, "not null"),
        ] {
            try await withFile(text) { path in
                let run = await tool("serve", "--print-config", "--config", path)
                #expect(run.exit == .mistake && run.error.contains(expected), "\(run.error)")
            }
        }
    }

    @Test(arguments: ["tls-certificate", "tls-key", "apns-ca-file"])
    func `a file without PEM text of its kind is refused at the start`(setting: String) async throws {
        for path in ["/etc/passwd", "/etc"] {
            let run = await tool("serve", "--print-config", "--\(setting)", path)
            #expect(run.exit == .mistake && run.error.contains("\(setting): "), "\(run.error)")
        }
    }

    @Test(arguments: [
        ["--bundle-id", "com.example.app"], ["--dev", "--print-config"], ["--dev", "--bind", "0.0.0.0"],
        ["--dev", "--apns-production", "localhost:1"],
    ])
    func `an option that would be ignored is refused`(words: [String]) async {
        let run = await tool(["serve"] + words)
        #expect(run.exit == .mistake && run.error.contains(words[words.count == 2 && words[0] == "--dev" ? 1 : 0]))
        #expect(run.out.isEmpty)
    }

    @Test func `what keeps the server from starting names its setting`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (words, expected) in [
            (["--data", folder.path, "--bind", "host.invalid"], "bind: "),
            (["--data", "/dev/null"], "data: "),
        ] {
            let run = await tool(["serve", "--port", "0"] + words)
            #expect(run.exit == .failure && run.error.contains(expected), "\(run.error)")
        }
    }

    @Test(arguments: ["[1]", "{", #"{"port": [1]}"#])
    func `a malformed file is refused, not skipped`(text: String) async throws {
        try await withFile(text) { path in
            let run = await tool("serve", "--config", path)
            #expect(run.exit == .mistake)
            #expect(run.error.split(separator: "\n").count == 1)
        }
    }
}
