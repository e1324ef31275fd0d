import Foundation
import PushModel
import TestSupport
import Testing

@testable import TidingsCommands

@Suite struct PayloadLintTests {
    /// A file in a folder of its own.
    private static func file(_ text: String, _ name: String = "push.json") throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file
    }

    private static func remove(_ file: URL) {
        try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }

    /// The payload of notify-kit's page on remote notifications, as a fragment and as what goes to APNs.
    private static let pages = [
        """
        {
          "notification": { "title": "A notification title!", "body": "A notification body" },
          "apns": {
            "payload": {
              "aps": { "mutableContent": 1, "contentAvailable": 1 },
              "notifee_options": {
                "ios": {
                  "sound": "media/kick.wav",
                  "categoryId": "post",
                  "attachments": [{ "url": "https://placeimg.com/640/480/any", "thumbnailHidden": true }]
                }
              }
            }
          }
        }

        """,
        #"{"aps":{"alert":"Hi","mutableContent":1,"contentAvailable":1},"notifee_options":{"ios":{"categoryId":"post"}}}"#,
    ]

    @Test(.rows("P7", "N27"), arguments: pages)
    func `the payload of notify-kit's page is found out and mended, and every other byte stays`(page: String)
        async throws
    {
        let file = try Self.file(page)
        defer { Self.remove(file) }
        let found = await tool("payload", "lint", file.path)
        #expect(found.exit == .mistake)
        #expect(found.out.contains("[camel_case_key]") && found.out.contains("Write mutable-content"))
        let dry = await tool("payload", "lint", file.path, "--fix", "--dry-run")
        #expect(dry.out.contains("+++ b/") && !dry.out.contains("mend") && dry.exit == .done)
        #expect(dry.error.contains("would mend"))
        #expect(try String(contentsOf: file, encoding: .utf8) == page)
        let mended = await tool("payload", "lint", file.path, "--fix")
        #expect(mended.exit == .done, "\(mended.out)")
        let expected = page.replacing("mutableContent", with: "mutable-content")
            .replacing("contentAvailable", with: "content-available")
        #expect(try String(contentsOf: file, encoding: .utf8) == expected)
        let again = await tool("payload", "lint", file.path, "--fix")
        #expect(again.exit == .done && !again.out.contains("mended"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) == ["push.json"])
    }

    @Test(.rows("P7")) func `programs get findings as JSON, code hosts as SARIF, with line, path, reason and source`()
        async throws
    {
        let file = try Self.file("{\n  \"aps\": { \"alert\": \"Hi\", \"badge\": \"3\" }\n}")
        defer { Self.remove(file) }
        let json = try JSONValue(parsing: await tool("payload", "lint", file.path, "--json").out)
        #expect(json["format"] == "apns" && json["byteLimit"] == 4096 && json["errors"] == 1)
        let finding = try #require(json["findings"]?.array?.first)
        #expect(finding["code"] == "wrong_type" && finding["path"] == "aps.badge")
        #expect(finding["line"] == 2 && finding["column"] == 36 && finding["canFix"] == true)
        #expect(["why", "fix", "source", "message"].allSatisfy { finding[$0]?.string?.isEmpty == false })
        let log = try JSONValue(parsing: await tool("payload", "lint", file.path, "--sarif").out)
        let result = try #require(log["runs"]?.array?[0]["results"]?.array?[0])
        #expect(log["version"] == "2.1.0" && result["ruleId"] == "wrong_type" && result["level"] == "error")
        #expect(result["fixes"]?.array?.count == 1)
    }

    @Test(.rows("P7")) func `exit codes are 1 for errors, for warnings only when asked, and for what cannot be read`()
        async throws
    {
        let warned = try Self.file(#"{"aps":{"alert":"Hi","x":1}}"#)
        let broken = try Self.file("{\"aps\":\n}")
        let empty = try Self.file("")
        defer { [warned, broken, empty].forEach(Self.remove) }
        let nothing = await tool("payload", "lint", empty.path)
        #expect(nothing.exit == .mistake && nothing.out.contains("[empty_input]"))
        #expect(await tool("payload", "lint", warned.path).exit == .done)
        #expect(await tool("payload", "lint", warned.path, "--strict").exit == .mistake)
        let unread = await tool("payload", "lint", broken.path)
        #expect(unread.exit == .mistake)
        #expect(unread.out.contains("push.json:2:1: error:") && unread.out.contains("[invalid_json]"))
        let sarif = try JSONValue(parsing: await tool("payload", "lint", broken.path, "--sarif").out)
        #expect(sarif["runs"]?.array?[0]["results"]?.array?[0]["ruleId"] == "invalid_json")
        for words in [
            ["lint", warned.path + "x"], ["lint", warned.path, "--format", "x"],
            ["lint", warned.path, "--header", "x"],
            ["lint", warned.path, "--dry-run"], ["lint", warned.deletingLastPathComponent().path],
        ] {
            let run = await tool(["payload"] + words)
            #expect(run.exit == .mistake, "\(words)")
            #expect(run.error.split(separator: "\n").count == 1, "\(words) \(run.error)")
        }
    }

    @Test(.rows("P7", "P21")) func `headers and push type come from options and a file, sounds from the app's folder`()
        async throws
    {
        let file = try Self.file(#"{"aps":{"content-available":1}}"#)
        let headers = try Self.file("apns-push-type: background\napns-topic: com.example.app\n", "headers.txt")
        defer { [file, headers].forEach(Self.remove) }
        let silent = await tool("payload", "lint", file.path, "--headers", headers.path)
        #expect(silent.out.contains("[background_priority]") && silent.exit == .mistake)
        let right = await tool("payload", "lint", file.path, "--headers", headers.path, "--header", "apns-priority: 5")
        #expect(right.exit == .done)
        let wrong = await tool("payload", "lint", file.path, "--push-type", "alert", "--header", "apns-topic: a.b")
        #expect(wrong.out.contains("[push_type_mismatch]"))
        let sound = try Self.file(#"{"aps":{"alert":"Hi","sound":"a.wav"}}"#)
        defer { Self.remove(sound) }
        let folder = sound.deletingLastPathComponent().path
        #expect(await tool("payload", "lint", sound.path, "--sounds", folder).out.contains("[sound_missing]"))
    }

    @Test func `standard input is read, and its mended text goes to standard output alone`() async throws {
        let text = #"{"aps":{"alert":"Hi","threadId":"t"}}"#
        let run = await tool("payload", "lint", "-", "--fix", input: text)
        #expect(run.out == "{\"aps\":{\"alert\":\"Hi\",\"thread-id\":\"t\"}}\n")
        #expect(run.error.contains("mended aps.threadId"))
        #expect(await tool("payload", "lint", "-", input: text).exit == .mistake)
    }
}
