import Foundation
import PushModel
import TestSupport
import Testing

@testable import TidingsCommands

@Suite(.timeLimit(.minutes(1))) struct ImportCommandTests {
    private static func users(_ range: ClosedRange<Int>, bad: Int? = nil) -> String {
        range.map { $0 == bad ? "user-\($0),Mars\n" : "user-\($0),Europe/Oslo\n" }.joined()
    }

    @Test func `a file comes over in batches, and what is refused is listed by line`() async throws {
        try await LiveServer.with { server in
            let app = await server.run("apps", "create", "--bundle-id", "com.a")
            #expect(app.exit == .done)
            let path = try server.file(
                "users.csv",
                """
                external_id,device_token,timezone,plan
                ann,ab12,Europe/Oslo,pro
                bob,zz,,
                cy,cd34,,
                ,ef56,,
                """)
            let dry = await server.run(
                "import", path, "--bundle-id", "com.a", "--map", "attributes.plan=plan", "--dry-run")
            #expect(dry.exit == .mistake && dry.out.contains("2 new, 0 changed"), "\(dry)")
            let run = await server.run(
                "import", path, "--bundle-id", "com.a", "--map", "attributes.plan=plan", "--json")
            #expect(run.exit == .mistake, "\(run)")
            let result = try JSONValue(parsing: run.out)
            #expect(result["rows"] == 4 && result["subscribersCreated"] == 2 && result["devicesCreated"] == 2)
            #expect(result["refused"] == 2)
            let refused = try String(contentsOfFile: path + ".refused.jsonl", encoding: .utf8)
                .split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            #expect(refused.map { $0["line"] } == [3, 5])
            #expect(refused.map { $0["code"] } == ["invalid_token", "unreadable"])
            #expect(!FileManager.default.fileExists(atPath: path + ".import.json"))
        }
    }

    @Test func `an import that was cut off goes on with the same command, and doubles nothing`() async throws {
        try await LiveServer.with { server in
            let path = try server.file("users.csv", "uid,timezone\n" + Self.users(1...2_500, bad: 1_500))
            // The second batch reaches the server, and then nothing can be noted down any more.
            let cut = await server.run("import", path, "--refused", "\(path)/nowhere")
            #expect(cut.exit == .failure, "\(cut)")
            #expect(FileManager.default.fileExists(atPath: path + ".import.json"))
            let other = await server.run("import", path, "--all-attributes")
            #expect(other.exit == .mistake && other.error.contains("--restart"), "\(other)")
            let rest = await server.run("import", path, "--json")
            #expect(rest.exit == .mistake && rest.error.contains("Going on at line 1002"), "\(rest)")
            let result = try JSONValue(parsing: rest.out)
            #expect(result["rows"] == 2_500 && result["refused"] == 1)
            // Those of the second batch were there already.
            #expect(result["subscribersCreated"] == 1_500)
            let refused = try String(contentsOfFile: path + ".refused.jsonl", encoding: .utf8)
            #expect(refused.split(separator: "\n").count == 1 && refused.contains("\"line\":1501"))
            let again = await server.run("import", path, "--json")
            let nothing = try JSONValue(parsing: again.out)
            #expect(nothing["subscribersCreated"] == 0 && nothing["subscribersUpdated"] == 0)
        }
    }

    @Test func `where the server takes small bodies only, batches shrink, and nothing is lost or doubled`() async throws
    {
        try await LiveServer.with(settings: ["body-limit": "16384"]) { server in
            let rows = (1...1_200).map { "user-\($0),\(String(repeating: "y", count: $0 == 700 ? 20_000 : 90))\n" }
            let path = try server.file("users.csv", "uid,note\n" + rows.joined())
            let run = await server.run("import", path, "--map", "attributes.note=note", "--json")
            #expect(run.exit == .mistake, "one record is larger than the server takes: \(run)")
            let result = try JSONValue(parsing: run.out)
            #expect(result["rows"] == 1_200 && result["subscribersCreated"] == 1_199 && result["refused"] == 1)
            let refused = try JSONValue(parsing: String(contentsOfFile: path + ".refused.jsonl", encoding: .utf8))
            #expect(refused["line"] == 701 && refused["code"] == "body_too_large")
            let second = await server.run("import", path, "--map", "attributes.note=note", "--json")
            let again = try JSONValue(parsing: second.out)
            #expect(again["subscribersCreated"] == 0 && again["subscribersUpdated"] == 0 && again["refused"] == 1)
        }
    }

    @Test func `what cannot be imported is said before anything is sent`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func run(_ name: String, _ bytes: [UInt8], _ words: String...) async throws -> ToolRun {
            let path = folder.appendingPathComponent(name).path
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return await tool(
                ["import", path] + words,
                environment: ["TIDINGS_KEY": "td_tn_x", "TIDINGS_URL": "http://127.0.0.1:1"])
        }
        let cases: [(String, [UInt8], String)] = [
            ("a.csv", [], "is empty"), ("b.csv", Array("a,b\n1,2\n".utf8), "No column holds the user ids"),
            ("c.csv", [0x1F, 0x8B, 8, 0], "is packed"), ("d.csv.gz", [0x1F, 0x8B], "is packed"),
            ("e.txt", Array("uid\n".utf8), "--format"), ("f.jsonl", Array("nonsense\n".utf8), "JSON object"),
            ("g.json", Array("{}".utf8), "no list of objects"), ("h.csv", Array("uid,token\n".utf8), "--bundle-id"),
        ]
        for (name, bytes, expected) in cases {
            let result = try await run(name, bytes)
            #expect(result.exit == .mistake && result.error.contains(expected), "\(name): \(result)")
        }
        let mapped = try await run("i.csv", Array("uid\n".utf8), "--map", "nope=uid")
        #expect(mapped.exit == .mistake && mapped.error.contains("--map takes"))
        let missing = await tool("import", "/nowhere.csv", environment: ["TIDINGS_KEY": "td_tn_x"])
        #expect(missing.exit == .mistake && missing.error.contains("Cannot read"))
    }
}
