import APNs
import Delivery
import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct PayloadPreviewTests {
    private static func preview(_ server: APIFixture, _ body: JSONValue) async throws -> JSONValue {
        let answer = try await server.call("POST", "/v1/messages/preview", body)
        #expect(answer.status == 200, "\(answer.json)")
        return answer.data
    }

    /// The bytes of the largest push that a message really becomes.
    private static func sent(_ server: APIFixture, _ body: JSONValue) async throws -> Int {
        let before = server.pushes.count
        let answer = try await server.call("POST", "/v1/messages", body)
        _ = try await server.completed(answer.data["id"]?.string ?? "")
        return server.pushes.dropFirst(before).map(\.payload.count).max() ?? 0
    }

    @Test(
        .rows("P21", "SF85"),
        arguments: [
            ["to": "ann", "title": "Hello", "body": "Grüße, 漢字 😀 \"quoted\""], ["to": "ann", "data": ["a": 1.50]],
            ["topic": "news", "title": "Hello"], ["to": "ann", "title": "x", "form": "silent"],
        ] as [JSONValue])
    func `what is the same for all is measured to the byte`(body: JSONValue) async throws {
        try await APIFixture.with { server in
            _ = try await server.call("POST", "/v1/topics", ["slug": "news", "name": "News"])
            _ = try await server.device()
            let found = try await Self.preview(server, body)
            #expect(found["precision"] == "exact" && found["fits"] == true && found["limit"] == 4_096)
            #expect(found["recipients"]?.isNull == true)
            #expect(try await Self.sent(server, body) == found["bytes"]?.int)
        }
    }

    @Test(.rows("P21")) func `for people who are named it is measured for each, in the language of each device`()
        async throws
    {
        try await APIFixture.with { server in
            for (name, text) in [("ann", "Ann"), ("bob", "Robert the \"Great\" 😀")] {
                _ = try await server.call(
                    "PUT", "/v1/subscribers/\(name)", ["attributes": ["name": .string(text), "n": 1234567]])
                _ = try await server.device(name, install: "install-\(name)", token: name == "ann" ? "aa" : "bb")
            }
            let body: JSONValue = [
                "to": ["ann", "bob"], "title": "{{ attributes.name }}",
                "body":
                    "{{ attributes.n | number }} {{ attributes.n | plural: one: \"# thing\", other: \"# things\" }}",
                "localizations": ["en": ["title": "Dear {{ attributes.name }}"]],
            ]
            let found = try await Self.preview(server, body)
            #expect(found["precision"] == "exact" && found["recipients"] == 2 && found["largest"] == "bob")
            #expect(try await Self.sent(server, body) == found["bytes"]?.int)
            #expect(try await server.call("GET", "/v1/messages").data["items"]?.array?.count == 1)
        }
    }

    @Test(.rows("P21")) func `for other audiences the longest values there are make a bound that holds`() async throws {
        try await APIFixture.with { server in
            _ = try await server.call("POST", "/v1/topics", ["slug": "news", "name": "News"])
            let people: [(String, JSONValue)] = [
                (
                    "ann",
                    ["name": "Ann \"\\ 😀", "n": 1234567.891, "list": ["a", "b\"c"], "at": "2026-11-30T12:00:00Z"]
                ),
                ("bob", ["name": "Al", "n": 3, "list": [], "at": 1790000000]), ("cem\"\"", [:]),
            ]
            for (index, (name, attributes)) in people.enumerated() {
                let path = name.replacing("\"", with: "%22")
                _ = try await server.call("PUT", "/v1/subscribers/\(path)", ["attributes": attributes])
                _ = try await server.device(name, install: "install-\(index)", token: "aa0\(index)")
            }
            for place in [
                "attributes.name", "attributes.n", "attributes.list", "attributes.none | default: \"nobody\"",
                "attributes.n | number: 2", "attributes.n | number: currency: \"EUR\"",
                "attributes.at | date: \"full\"",
                "attributes.n | plural: one: \"# thing\", other: \"# and # things\"", "subscriber.externalId",
                "subscriber.timezone", "\"a literal\"",
            ] {
                let body: JSONValue = ["topic": "news", "title": "x", "body": .string("Dear {{ \(place) }}!")]
                let found = try await Self.preview(server, body)
                #expect(found["precision"] == "bound" && found["recipients"]?.isNull == true)
                let bound = found["bytes"]?.int ?? 0
                let real = try await Self.sent(server, body)
                #expect(real <= bound && bound < real + 400, "\(place): \(real) of \(bound)")
            }
        }
    }

    @Test(.rows("P21")) func `of many subscribers the newest are looked at, and the size is an estimate`() async throws
    {
        try await APIFixture.with { server in
            _ = try await server.call("POST", "/v1/topics", ["slug": "news", "name": "News"])
            for (name, value) in [("a-long-external-id", "A long value"), ("bob", "Al"), ("cem", "Bo")] {
                _ = try await server.call(
                    "PUT", "/v1/subscribers/\(name)", ["attributes": ["name": .string(value)]])
            }
            func measure(_ text: String, _ limit: Int) async throws -> PayloadMeasure {
                let body: JSONValue = ["topic": "news", "body": .string(text)]
                return try await MessageAcceptance {}.measure(
                    body: body.encoded(), storage: server.system.handle(for: server.tenant), subscriberLimit: limit,
                    now: Date())
            }
            for text in ["{{ attributes.name }}", "{{ subscriber.externalId }}"] {
                let all = try await measure(text, 3)
                #expect(all.precision == .bound)
                let some = try await measure(text, 2)
                #expect(some.precision == .estimate && some.byteCount < all.byteCount)
            }
            #expect(try await measure("{{ subscriber.timezone }}", 2).precision == .bound)
        }
    }

    @Test(.rows("P21")) func `beyond ten attributes nobody is read, and the bound is the longest that they may be`()
        async throws
    {
        try await APIFixture.with { server in
            _ = try await server.call("POST", "/v1/topics", ["slug": "news", "name": "News"])
            func bytes(_ count: Int) async throws -> Int? {
                let body = (1...count).map { "{{ attributes.a\($0) }}" }.joined()
                return try await Self.preview(server, ["topic": "news", "body": .string(body)])["bytes"]?.int
            }
            #expect(try #require(try await bytes(10)) < 1_000)
            #expect(try #require(try await bytes(11)) > 11 * 65_536)
        }
    }

    @Test(.rows("P21", "B12")) func `what does not fit, or is no message, is told and nothing is stored`() async throws
    {
        try await APIFixture.with { server in
            _ = try await server.device()
            let long = JSONValue.string(String(repeating: "x", count: 4_000))
            let found = try await Self.preview(server, ["to": "ann", "body": long, "title": "A title of some length"])
            #expect(found["fits"] == false && (found["bytes"]?.int ?? 0) > 4_096)
            for (body, code): (JSONValue, String) in [
                (["to": "nobody", "title": "{{ attributes.a }}"], "subscriber_not_found"),
                (["title": "x"], "targets_missing"),
                (["to": "ann", "title": "{{"], "invalid_template"),
                (["to": "ann", "overflow": "wrap", "title": "x"], "validation_failed"),
            ] {
                #expect(try await server.call("POST", "/v1/messages/preview", body).code == code)
            }
            #expect(try await server.call("GET", "/v1/messages").data["items"]?.array?.isEmpty == true)
        }
    }
}
