import APNs
import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

@testable import API

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct ImportTests {
    private static func row(_ id: String, token: String? = nil, _ more: JSONObject = [:]) -> JSONValue {
        var row: JSONObject = ["externalId": .string(id)]
        if let token {
            row["token"] = .string(token)
            row["bundleId"] = .string(APIFixture.bundleID)
        }
        row.members += more.members
        return .object(row)
    }

    @Test func `people and tokens come over, and the same rows again change nothing`() async throws {
        try await APIFixture.with { server in
            let rows: JSONValue = [
                "rows": [
                    Self.row(
                        "ann", token: "AB12",
                        [
                            "attributes": ["plan": "pro"], "timezone": "Europe/Oslo", "locale": "nb",
                            "model": "iPhone15,2",
                        ]),
                    Self.row("ann", token: "cd34", ["environment": "sandbox", "attributes": ["city": "Oslo"]]),
                    Self.row("bob", token: "ef56", ["enabled": false]), Self.row("cy"),
                ]
            ]
            let expected: JSONValue = [
                "subscribers": ["created": 3, "updated": 0, "unchanged": 0],
                "devices": ["created": 3, "moved": 0, "known": 0], "refused": [],
            ]
            var dry = rows.object ?? [:]
            dry["dryRun"] = true
            #expect(try await server.call("POST", "/v1/imports", .object(dry)).data == expected)
            #expect(try await server.call("GET", "/v1/subscribers/ann").status == 404)
            #expect(try await server.call("POST", "/v1/imports", rows).data == expected)
            let again: JSONValue = [
                "subscribers": ["created": 0, "updated": 0, "unchanged": 3],
                "devices": ["created": 0, "moved": 0, "known": 3], "refused": [],
            ]
            #expect(try await server.call("POST", "/v1/imports", rows).data == again)
            let ann = try await server.call("GET", "/v1/subscribers/ann").data
            #expect(ann["attributes"] == ["plan": "pro", "city": "Oslo"] && ann["timezone"] == "Europe/Oslo")
            let devices = try await server.call("GET", "/v1/devices").data["items"]?.array ?? []
            #expect(devices.count == 3)
            let first = try #require(devices.first { $0["model"] == "iPhone15,2" })
            #expect(first["token"]?["status"] == "active" && first["token"]?["environment"] == "production")
            #expect(devices.filter { $0["enabled"] == false }.map { $0["subscriber"]?["externalId"] } == ["bob"])
            let sent = try await server.call("POST", "/v1/messages", ["to": ["ann", "bob"], "title": "x"])
            let done = try await server.completed(try #require(sent.data["id"]?.string))
            #expect(done["counts"]?["sent"] == 2 && done["counts"]?["skipped"] == 1)
            #expect(Set(server.pushes.map(\.deviceToken)) == ["ab12", "cd34"])
        }
    }

    @Test func `attributes join what is known, and what an app registered counts more`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device("ann", token: "ab12")
            _ = try await server.call("PUT", "/v1/subscribers/ann", ["attributes": ["plan": "free", "age": 5]])
            let rows: JSONValue = [
                "rows": [
                    Self.row("bob", token: "ab12"), Self.row("ann", token: nil, ["attributes": ["plan": "pro"]]),
                ]
            ]
            let report = try await server.call("POST", "/v1/imports", rows).data
            #expect(report["subscribers"] == ["created": 1, "updated": 1, "unchanged": 0])
            #expect(report["devices"] == ["created": 0, "moved": 0, "known": 1])
            let ann = try await server.call("GET", "/v1/subscribers/ann").data
            #expect(ann["attributes"] == ["plan": "pro", "age": 5])
            let own = try await server.call("GET", "/v1/devices/\(device)").data
            #expect(own["subscriber"]?["externalId"] == "ann")
        }
    }

    @Test func `an app takes over the device that was imported, whoever uses it then`() async throws {
        try await APIFixture.with { server in
            _ = try await server.call("POST", "/v1/imports", ["rows": [Self.row("ann", token: "ab12")]])
            let imported = try await server.call("GET", "/v1/devices").data["items"]?.array?.first
            let device = try await server.device("anon_1", token: "ab12")
            #expect(device == imported?["id"]?.string)
            let own = try await server.call("GET", "/v1/devices/\(device)").data
            #expect(own["subscriber"]?["externalId"] == "anon_1" && own["sdkVersion"] == "1.0.0")
            #expect(try await server.call("GET", "/v1/devices").data["items"]?.array?.count == 1)
            let again = try await server.call("POST", "/v1/imports", ["rows": [Self.row("ann", token: "ab12")]])
            #expect(again.data["devices"]?["known"] == 1)
        }
    }

    @Test func `a token that only backends know goes to the person named last`() async throws {
        try await APIFixture.with { server in
            let first: JSONValue = ["rows": [Self.row("ann", token: "ab12"), Self.row("bob", token: "ab12")]]
            let report = try await server.call("POST", "/v1/imports", first).data
            #expect(report["devices"] == ["created": 1, "moved": 0, "known": 0])
            let bobs = try await server.call("GET", "/v1/devices?externalId=bob").data["items"]?.array
            #expect(bobs?.count == 1)
            let moved = try await server.call("POST", "/v1/imports", ["rows": [Self.row("ann", token: "ab12")]]).data
            #expect(moved["devices"] == ["created": 0, "moved": 1, "known": 0])
            #expect(try await server.call("GET", "/v1/devices?externalId=ann").data["items"]?.array?.count == 1)
        }
    }

    private static let faults: [(JSONValue, String, String)] = [
        (1, "invalid_type", ""), ([:], "required", "externalId"), (["externalId": ""], "invalid_format", "externalId"),
        (["externalId": "a", "plan": 1], "unknown_field", "plan"),
        (["externalId": "a", "timezone": "Mars"], "invalid_timezone", "timezone"),
        (["externalId": "a", "attributes": ["$x": 1]], "system_attribute", "attributes.$x"),
        (["externalId": "a", "attributes": [1]], "invalid_type", "attributes"),
        (["externalId": "a", "token": "zz", "bundleId": "com.example.app"], "invalid_token", "token"),
        (["externalId": "a", "token": "ab"], "required", "bundleId"),
        (["externalId": "a", "token": "ab", "bundleId": "com.other"], "not_found", "bundleId"),
        (
            ["externalId": "a", "attributes": ["x": .string(String(repeating: "x", count: 65_540))]],
            "attributes_too_large", "attributes"
        ),
        (["externalId": "a\u{0}"], "invalid_format", "externalId"),
        (["externalId": "a", "locale": "\u{0}"], "invalid_format", "locale"),
        (["externalId": "a", "environment": "test"], "invalid_format", "environment"),
    ]

    @Test func `a row that cannot be is refused alone, with its place and reason`() async throws {
        try await APIFixture.with(bodyByteLimit: 1_000_000) { server in
            var rows: [JSONValue] = []
            for fault in Self.faults { rows += [fault.0, Self.row("good-\(rows.count)")] }
            let report = try await server.call("POST", "/v1/imports", ["rows": .array(rows)])
            #expect(report.status == 200)
            #expect(report.data["subscribers"]?["created"] == .int(Self.faults.count))
            let refused = report.data["refused"]?.array ?? []
            #expect(refused.map { $0["index"]?.int } == Self.faults.indices.map { 2 * $0 })
            for (entry, fault) in zip(refused, Self.faults) {
                #expect(entry["code"]?.string == fault.1 && entry["param"]?.string == fault.2, "\(fault.0)")
            }
            #expect(try await server.call("GET", "/v1/subscribers/a").status == 404)
        }
    }

    @Test func `an import is of at most a thousand rows, and of the tenant`() async throws {
        try await APIFixture.with { server in
            let rows = (0...1_000).map { Self.row("u\($0)") }
            #expect(try await server.call("POST", "/v1/imports", ["rows": .array(rows)]).param == "rows")
            let full = try await server.call("POST", "/v1/imports", ["rows": .array(Array(rows.dropLast()))])
            #expect(full.data["subscribers"]?["created"] == 1_000)
            let other = try await server.system.makeTenant(slug: "b", name: "b", identitySecret: [1], now: Date())
            let key = try await server.system.makeKey(.tenant, other, scopes: ["*"])
            let foreign = try await server.call(
                "POST", "/v1/imports", ["rows": [Self.row("u1", token: "ab")]], key: key)
            #expect(foreign.data["refused"]?.array?.first?["code"] == "not_found")
        }
    }
}
