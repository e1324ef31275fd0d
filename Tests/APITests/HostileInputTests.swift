import Foundation
import PushModel
import TestSupport
import StorageTestSupport
import Testing

@testable import API

/// Every route with a body gets its example with each part replaced, removed or added to: never a fault of the server.
@Suite(.onBothEngines, .timeLimit(.minutes(2)))
struct HostileInputTests {
    private static let document = (try? JSONValue(parsing: OpenAPIDocument.json)) ?? .null

    private static let strangeValues: [JSONValue] = [
        .null, true, 0, -1, 1.5, "", "x", "\u{0}", "aps", "2026-02-30T10:00:00Z", [], [[]], [.null], [:], ["": .null],
        ["a": ["b": ["c": [1, 2, 3]]]], .string(String(repeating: "é", count: 5_000)),
        .number(JSONNumber("1e999") ?? JSONNumber(0)),
        .number(JSONNumber("123456789012345678901234567890") ?? JSONNumber(0)),
    ]

    /// Bodies with more in them than the document's examples.
    private static let fullBodies: [String: JSONValue] = [
        "sendMessage": [
            "to": ["user-1"], "app": .string(APIFixture.bundleID), "channel": "push", "title": "t", "subtitle": "s",
            "body": "b", "data": ["k": ["v"]], "badge": 1, "sound": "default", "imageUrl": "https://example.com/a.png",
            "threadId": "t", "collapseId": "c", "targetContentId": "w", "priority": "normal",
            "interruptionLevel": "timeSensitive", "relevanceScore": 0.5, "category": "c",
            "actions": [["id": "a", "title": "A", "destructive": true, "input": true, "placeholder": "p"]],
            "deepLink": "app://x", "action": ["name": "n", "data": ["k": 1]], "policy": "ignore",
            "conversation": "c", "encrypt": "none", "form": "auto", "ttlSeconds": 60,
        ],
        "clientRegister": APIFixture.registration(),
    ]

    /// The value with one of its parts changed, in every way.
    private static func variants(_ value: JSONValue) -> [JSONValue] {
        var all = strangeValues
        switch value {
        case .object(let object):
            for member in object.members {
                var without = object
                without.removeValue(forKey: member.key)
                all.append(.object(without))
                for variant in variants(member.value) {
                    var changed = object
                    changed[member.key] = variant
                    all.append(.object(changed))
                }
            }
            var more = object
            more["unknown\u{1F600}"] = 1
            all.append(.object(more))
        case .array(let elements):
            if let first = elements.first { all += variants(first).map { .array([$0]) } }
        default: break
        }
        return all
    }

    @Test(arguments: Operations.all.filter { $0.body != nil }.map(\.id))
    func `no body of any shape makes a route fail`(id: String) async throws {
        try await APIFixture.with { server in
            let operation = try #require(Operations.all.first { $0.id == id })
            let schema = Self.document["components"]?["schemas"]?[operation.body ?? ""]
            let example = try #require(Self.fullBodies[id] ?? schema?["example"])
            let device = try await server.device("user-1")
            let app = try await server.call("GET", "/v1/apps").data["items"]?.array?.first?["id"]?.string
            let path = operation.path.replacing("{externalId}", with: "user-1")
                .replacing("{id}", with: operation.tag == "Apps" ? app ?? "" : device)
            for variant in Self.variants(example) {
                let answer =
                    operation.access == .client
                    ? try await server.client(
                        operation.method, path, variant, subscriber: "user-1", device: device)
                    : try await server.call(operation.method, path, variant)
                guard (200..<500).contains(answer.status), answer.json["success"]?.bool == (answer.status < 300),
                    answer.headers["request-id"] == answer.json["metadata"]?["requestId"]?.string,
                    answer.status < 400 || operation.allErrors.contains(where: { $0.name == answer.code })
                else {
                    Issue.record("\(answer.status) \(answer.code ?? "") for \(variant.description.prefix(200))")
                    return
                }
            }
        }
    }

    @Test(arguments: [
        "/v1/subscribers/%00", "/v1/subscribers/%FF", "/v1/subscribers/%", "/v1/subscribers/", "/v1/messages/%2e%2e",
        "/v1/subscribers/" + String(repeating: "a", count: 4_000), "/v1/messages?limit=%00", "/v1/messages?cursor=%F0",
        "/v1/messages?limit=99999999999999999999", "/v1//messages", "/v1/messages/", "//", "/%2Fv1%2Fmessages",
    ])
    func `no path makes the server fail`(path: String) async throws {
        try await APIFixture.with { server in
            for method in ["GET", "PUT", "POST", "DELETE", "PATCH"] {
                let answer = try await server.call(method, path)
                #expect((200..<500).contains(answer.status), "\(method) \(answer.status)")
                #expect(answer.json["metadata"]?["requestId"]?.string != nil)
            }
        }
    }

    @Test func `a header field of any content makes no route fail`() async throws {
        try await APIFixture.with { server in
            for value in ["", " ", String(repeating: "x", count: 8_000), "é", "\u{1}", "a, b", "\"", "../.."] {
                for name in [
                    "Authorization", "Tidings-Tenant", "Tidings-Subscriber", "Tidings-Identity", "Tidings-Device",
                    "Idempotency-Key", "Content-Type", "Content-Encoding", "X-Forwarded-For",
                ] {
                    let own = name == "Authorization" ? [] : [("Authorization", "Bearer \(server.publishableKey)")]
                    let answer = try await HTTPExchange.send(
                        "PUT", "/v1/client/device", port: server.port, headers: own + [(name, value)],
                        body: APIFixture.registration().encoded())
                    #expect((200..<500).contains(answer.status), "\(name): \(value.prefix(8)) \(answer.status)")
                }
            }
        }
    }
}
