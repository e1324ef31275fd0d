import Foundation
import PushModel
import TestSupport
import Testing

@testable import TidingsCommands

/// How files are cut into records, and records turned into rows.
@Suite struct ImportFileTests {
    private static func records(
        _ bytes: [UInt8], _ splitter: any RecordSplitter, position: UInt64 = 0, line: Int = 1
    ) throws -> [FileRecord] {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try FileHandle(forReadingFrom: url)
        var reader = try RecordReader(file, splitter, position: position, line: line)
        var records: [FileRecord] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }

    private static func csv(_ text: String) throws -> [FileRecord] { try records(Array(text.utf8), CSVSplitter()) }

    @Test func `quotes hold commas, line ends and quotes, and lines are counted through them`() throws {
        let read = try Self.csv("\u{FEFF}a,b\r\n1,\"x,\"\"y\"\"\r\nz\"\r\n\r\n2,\"\"\n3,q\"uote\n4,last")
        #expect(
            read.map(\.content) == [
                .fields(["a", "b"]), .fields(["1", "x,\"y\"\r\nz"]), .fields(["2", ""]), .fields(["3", "q\"uote"]),
                .fields(["4", "last"]),
            ])
        #expect(read.map(\.line) == [1, 2, 5, 6, 7])
    }

    @Test func `bad text, a quote that is not closed and a huge line are refused alone`() throws {
        let bad = Array("id\n".utf8) + [0x61, 0xFF, 0x0A] + Array("b\n\"open\nc\n".utf8)
        let read = try Self.records(bad, CSVSplitter())
        #expect(read.map(\.line) == [1, 2, 3, 4])
        #expect(read[1].content == .broken("Field 1 is not UTF-8."))
        #expect(read[3].content == .broken("The file ends amid the record."))
        var huge = Array("id\n\"".utf8)
        huge += [UInt8](repeating: UInt8(ascii: "x"), count: RecordReader.recordByteLimit + 300_000)
        huge += Array("\nnext\n".utf8)
        let skipped = try Self.records(huge, CSVSplitter())
        #expect(skipped.count == 3 && skipped[2].content == .fields(["next"]) && skipped[2].line == 3)
        guard case .broken = skipped[1].content else {
            Issue.record("the huge line was taken")
            return
        }
    }

    @Test func `a reader goes on where a record ended`() throws {
        let bytes = Array("id,n\na,\"1\n2\"\nb,3\nc,4\n".utf8)
        let all = try Self.records(bytes, CSVSplitter())
        for (index, record) in all.dropLast().enumerated() {
            let rest = try Self.records(bytes, CSVSplitter(), position: record.end, line: all[index + 1].line)
            #expect(rest == Array(all[(index + 1)...]))
        }
    }

    @Test func `objects stand on lines or in a list`() throws {
        let lines = try Self.records(Array("{\"a\":1}\r\n\n not json\n{\"b\":\"{\"}".utf8), JSONSplitter.lines)
        #expect(lines.map(\.line) == [1, 3, 4])
        let text =
            "{\"users\": [\n  {\"localId\": \"a\", \"t\": \"]}\\\"\"},\n  {\"localId\": \"b\", \"n\": [{}]}\n]}\n"
        let list = try Self.records(Array(text.utf8), JSONSplitter.array)
        #expect(list.map(\.line) == [2, 3])
        #expect(list[0].content == .object(Array("{\"localId\": \"a\", \"t\": \"]}\\\"\"}".utf8)))
        let resumed = try Self.records(
            Array(text.utf8), JSONSplitter.array.resumed, position: list[0].end, line: 2)
        #expect(resumed == [list[1]])
        let wrong = try Self.records(Array("[{\"a\":1}, 5, {\"b\":2}]".utf8), JSONSplitter.array)
        #expect(wrong.map(\.content) == [.object(Array("{\"a\":1}".utf8)), .broken("Expected an object.")])
    }

    private static func mapping(
        _ columns: [String], map: [String: ImportField] = [:], all: Bool = false, bundleID: String? = "com.a"
    ) throws -> ImportMapping {
        try ImportMapping(columns: columns, map: map, takesAll: all, bundleID: bundleID, environment: nil)
    }

    @Test func `OneSignal's export becomes people, tokens of iOS and attributes`() throws {
        let columns = [
            "id", "identifier", "session_count", "language", "timezone", "game_version", "device_os", "device_type",
            "device_model", "ad_id", "tags", "last_active", "playtime", "amount_spent", "created_at",
            "invalid_identifier", "badge_count", "external_user_id", "timezone_id", "notification_types",
        ]
        let mapping = try Self.mapping(columns)
        #expect(mapping.origin == .oneSignal)
        func line(
            user: String = "u1", token: String = "ab12", type: String = "0", invalid: String = "f",
            tags: String = "{\"plan\":\"pro\"}", permission: String = "1"
        ) -> [String] {
            [
                "p-1", token, "3", "de", "7200", "2.1", "17.2", type, "iPhone15,2", "", tags, "2026-01-01 10:00:00 UTC",
                "10", "0", "2025-01-01 10:00:00 UTC", invalid, "0", user, "Europe/Berlin", permission,
            ]
        }
        let full: JSONObject = [
            "externalId": "u1", "attributes": ["plan": "pro"], "timezone": "Europe/Berlin", "locale": "de",
            "token": "ab12", "bundleId": "com.a", "appVersion": "2.1", "osVersion": "17.2", "model": "iPhone15,2",
        ]
        #expect(mapping.row(line()) == .row(full, without: nil))
        var muted = full
        muted["enabled"] = false
        #expect(mapping.row(line(permission: "-2")) == .row(muted, without: nil))
        #expect(mapping.row(line(permission: "0")) == .row(full, without: nil))
        var person: JSONObject = full
        for name in ["token", "bundleId", "appVersion", "osVersion", "model"] { person[name] = nil }
        #expect(mapping.row(line(type: "1")) == .row(person, without: "tokens of other platforms than Apple's"))
        #expect(mapping.row(line(invalid: "t")) == .row(person, without: "tokens that OneSignal knows to be dead"))
        var anonymous = full
        anonymous["externalId"] = "anon_p-1"
        guard case .row(let row, nil) = mapping.row(line(user: "")) else {
            Issue.record("somebody without a user id was not taken")
            return
        }
        #expect(row["externalId"] == "anon_p-1" && row["token"] == "ab12")
        #expect(mapping.row(line(user: "", type: "1")) == .skipped("tokens of other platforms than Apple's"))
        #expect(
            mapping.row(line(tags: "{"))
                == .refused(
                    param: "tags", reason: "Expected an object of attributes in JSON."))
    }

    @Test func `Firebase's accounts become people, without hashes of passwords`() throws {
        var fields = Array(repeating: "", count: 29)
        fields.replaceSubrange(0...5, with: ["uid1", "a@example.com", "true", "HASH", "SALT", "Ann"])
        (fields[23], fields[24], fields[27]) = ("1600000000000", "1600000000000", "{\"plan\":\"pro\"}")
        #expect(ImportOrigin.isFirebaseAccount(fields))
        let csv = try Self.mapping(ImportOrigin.firebaseColumns, bundleID: nil)
        let expected: JSONObject = ["externalId": "uid1", "attributes": ["name": "Ann", "plan": "pro"]]
        #expect(csv.origin == .firebase && csv.row(fields) == .row(expected, without: nil))
        let account: JSONObject = [
            "localId": "uid1", "email": "a@example.com", "passwordHash": "HASH", "salt": "SALT", "displayName": "Ann",
            "customAttributes": "{\"plan\":\"pro\"}", "providerUserInfo": [],
        ]
        let json = try Self.mapping(account.keys, bundleID: nil)
        #expect(json.row(account) == .row(expected, without: nil))
        #expect(json.ignored.contains("passwordHash"))
    }

    @Test func `own columns are known, named or taken as attributes`() throws {
        let mapping = try Self.mapping(
            ["login", "Plan", "zip", "age", "push", "device_token", "fcm_token"],
            map: [
                "login": .field("externalId"), "Plan": .attribute("plan", isText: false), "push": .field("enabled"),
                "zip": .attribute("zip", isText: true),
            ], all: true)
        let row: JSONObject = [
            "externalId": "u", "attributes": ["plan": true, "zip": "123", "age": 7], "token": "ab", "bundleId": "com.a",
            "enabled": false,
        ]
        #expect(mapping.row(["u", "true", "123", "7", "no", "ab", "fcm"]) == .row(row, without: nil))
        #expect(
            mapping.row(["u", "", "", "007", "", "", "fcm"])
                == .row(
                    ["externalId": "u", "attributes": ["age": "007"]],
                    without: "tokens of Firebase's, which Apple does not take"))
        #expect(mapping.row(["", "x"]) == .refused(param: "externalId", reason: "The user id is missing."))
        #expect(
            mapping.row(["u", "", "", "", "maybe", "ab"])
                == .refused(param: "enabled", reason: "Expected true or false."))
        #expect(
            mapping.row(["u", "", "", "", "", "", "", "more"])
                == .refused(param: "", reason: "The line has 8 fields and the file 7 columns."))
        #expect(throws: CommandError.self) { try Self.mapping(["a", "b"]) }
        #expect(throws: CommandError.self) { try Self.mapping(["uid"], map: ["nope": .field("token")]) }
        #expect(throws: CommandError.self) { try Self.mapping(["uid", "token"], bundleID: nil) }
    }
}
