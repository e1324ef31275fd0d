import Foundation
import PushModel
import TestSupport
import StorageTestSupport
import Testing
import WebServer

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct SegmentTests {
    private static let pros: JSONValue = ["ref": "attributes.plan", "eq": "pro"]

    /// Ann and Bob are pros, Cid is not; Ann and Cid have ordered.
    private static func withPeople(_ body: (APIFixture) async throws -> Void) async throws {
        try await APIFixture.with { server in
            for (name, plan) in [("ann", "pro"), ("bob", "pro"), ("cid", "free")] {
                let put = try await server.call(
                    "PUT", "/v1/subscribers/\(name)", ["attributes": ["plan": .string(plan)], "timezone": "Asia/Tokyo"])
                #expect(put.status == 201)
            }
            for name in ["ann", "cid"] {
                let event = try await server.call(
                    "POST", "/v1/events", ["externalId": .string(name), "name": "order.placed"])
                #expect(event.status == 202)
            }
            try await body(server)
        }
    }

    private static func names(_ answer: HTTPExchange, _ key: String = "items") -> [String] {
        (answer.data[key]?.array ?? []).compactMap { $0["externalId"]?.string }
    }

    @Test(.rows("B46")) func `a segment is saved, listed, changed by version and removed`() async throws {
        try await Self.withPeople { server in
            let made = try await server.call(
                "POST", "/v1/segments", ["slug": "pros", "name": "Pros", "where": Self.pros])
            #expect(made.status == 201)
            #expect(made.data["version"]?.int == 1)
            #expect(made.data["where"] == Self.pros)
            #expect(try await server.call("GET", "/v1/segments/pros").data == made.data)
            let list = try await server.call("GET", "/v1/segments").data["items"]?.array ?? []
            #expect(list == [made.data])

            let same = try await server.call("PATCH", "/v1/segments/pros", ["where": Self.pros])
            #expect(same.data == made.data)
            let renamed = try await server.call("PATCH", "/v1/segments/pros", ["name": "The pros"])
            #expect(renamed.data["version"]?.int == 1)
            #expect(renamed.data["name"]?.string == "The pros")
            let changed = try await server.call("PATCH", "/v1/segments/pros", ["where": ["not": Self.pros]])
            #expect(changed.data["version"]?.int == 2)
            #expect(Self.names(try await server.call("GET", "/v1/segments/pros/members")) == ["cid"])

            #expect(try await server.call("DELETE", "/v1/segments/pros").status == 200)
            #expect(try await server.call("GET", "/v1/segments/pros").code == "segment_not_found")
            let again = try await server.call(
                "POST", "/v1/segments", ["slug": "pros", "name": "Pros", "where": Self.pros])
            #expect(again.data["version"]?.int == 1)
        }
    }

    @Test(.rows("B46")) func `members come in pages, and a preview counts and shows some`() async throws {
        try await Self.withPeople { server in
            let ordered: JSONValue = [
                "all": [
                    ["count": "order.placed", "gte": 1, "within": "1d"],
                    ["ref": "subscriber.timezone", "eq": "Asia/Tokyo"],
                ]
            ]
            let preview = try await server.call("POST", "/v1/segments/preview", ["where": ordered])
            #expect(preview.data["count"]?.int == 2)
            #expect(Self.names(preview, "sample") == ["ann", "cid"])

            _ = try await server.call(
                "POST", "/v1/segments", ["slug": "all", "name": "All", "where": ["not": ["channel": "push"]]])
            let first = try await server.call("GET", "/v1/segments/all/members?limit=2")
            #expect(Self.names(first) == ["ann", "bob"])
            let cursor = try #require(first.data["nextCursor"]?.string)
            let second = try await server.call("GET", "/v1/segments/all/members?limit=2&cursor=\(cursor)")
            #expect(Self.names(second) == ["cid"])
            #expect(second.data["hasMore"]?.bool == false)
        }
    }

    @Test(.rows("B46")) func `explain tells the plan of the database and the count`() async throws {
        try await Self.withPeople { server in
            let answer = try await server.call("POST", "/v1/segments/explain", ["where": ["never": "order.placed"]])
            #expect(answer.data["count"]?.int == 1)
            let plan = (answer.data["plan"]?.array ?? []).compactMap(\.string)
            // PostgreSQL reads a table of a few rows as a whole.
            let part = Engine.current == .sqlite ? "events_by_name" : "events"
            #expect(plan.contains { $0.contains(part) }, "\(plan)")
        }
    }

    @Test(.rows("B11")) func `a message says in its targets whom it was accepted for`() async throws {
        try await Self.withPeople { server in
            _ = try await server.call("POST", "/v1/segments", ["slug": "pros", "name": "Pros", "where": Self.pros])
            for body: JSONValue in [["segment": "pros", "title": "x"], ["where": Self.pros, "title": "x"]] {
                let sent = try await server.call("POST", "/v1/messages", body)
                #expect(sent.status == 202)
                let message = try await server.completed(sent.data["id"]?.string ?? "")
                #expect(message["counts"]?["total"]?.int == 2)
                #expect(message["targets"]?["where"] == Self.pros)
                #expect(message["targets"]?["segment"] == body["segment"])
                #expect(message["targets"]?["segmentVersion"]?.int == (body["segment"] == nil ? nil : 1))
            }
        }
    }

    private static let targetFaults: [(JSONValue, Int, String, String)] = [
        (["to": "ann", "segment": "pros", "title": "x"], 400, "targets_conflict", "segment"),
        (["to": "ann", "where": ["channel": "push"], "title": "x"], 400, "targets_conflict", "where"),
        (["segment": "pros", "where": ["channel": "push"], "title": "x"], 400, "targets_conflict", "where"),
        (["segment": "nobody", "title": "x"], 404, "segment_not_found", "segment"),
        (["where": ["ref": "plan", "eq": 1], "title": "x"], 400, "invalid_expression", "where.ref"),
        (["where": [], "title": "x"], 400, "invalid_expression", "where"),
    ]

    @Test(.rows("B11", "B12"), arguments: targetFaults)
    func `an audience that cannot be is refused before anything is stored`(
        body: JSONValue, status: Int, code: String, param: String
    ) async throws {
        try await APIFixture.with { server in
            let answer = try await server.call("POST", "/v1/messages", body)
            #expect(answer.status == status)
            #expect(answer.code == code)
            #expect(answer.param == param)
            #expect(try await server.call("GET", "/v1/messages").data["items"]?.array == [])
        }
    }

    private static let faults: [(JSONValue, Int, String, String)] = [
        (["slug": "preview", "name": "x", "where": ["channel": "push"]], 400, "slug_reserved", "slug"),
        (["slug": "new", "name": "x", "where": ["channel": "push"]], 400, "slug_reserved", "slug"),
        (["slug": "Pros", "name": "x", "where": ["channel": "push"]], 400, "validation_failed", "slug"),
        (["slug": "pros", "name": "x"], 400, "validation_failed", "where"),
        (
            ["slug": "pros", "name": "x", "where": ["all": [["ref": "plan"]]]], 400, "invalid_expression",
            "where.all[0].ref"
        ),
        (["slug": "taken", "name": "x", "where": ["channel": "push"]], 409, "slug_taken", "slug"),
    ]

    @Test(.rows("B46", "B12"), arguments: faults)
    func `a segment that cannot be is refused with its field`(
        body: JSONValue, status: Int, code: String, param: String
    ) async throws {
        try await APIFixture.with { server in
            _ = try await server.call(
                "POST", "/v1/segments", ["slug": "taken", "name": "x", "where": ["channel": "push"]])
            let answer = try await server.call("POST", "/v1/segments", body)
            #expect(answer.status == status)
            #expect(answer.code == code)
            #expect(answer.param == param)
        }
    }

    @Test(.rows("B40")) func `attributes that databases cannot compare are refused, however deep they stand`()
        async throws
    {
        try await APIFixture.with { server in
            let device = try await server.device()
            for (text, param) in [
                (#"{"attributes":{"a":{"b":[1,"x\u0000"]}}}"#, "attributes.a.b[1]"),
                (#"{"attributes":{"a\u0000":1}}"#, "attributes.a\u{0}"),
                (#"{"attributes":{"a":-1e-400}}"#, "attributes.a"),
                (#"{"attributes":{"a":[0e-20000]}}"#, "attributes.a[0]"),
                (#"{"attributes":{"a":1.\#(String(repeating: "0", count: 500))}}"#, "attributes.a"),
            ] {
                for (method, path, key) in [
                    ("PUT", "/v1/subscribers/ann", server.secretKey),
                    ("PATCH", "/v1/client/subscriber", server.publishableKey),
                ] {
                    let answer = try await server.raw(
                        method, path, Array(text.utf8), key: key,
                        headers: [("Tidings-Subscriber", "ann"), ("Tidings-Device", device)])
                    #expect(answer.status == 400)
                    #expect(answer.param == param)
                }
            }
        }
    }

    @Test(.rows("B40", "B45")) func `no number that is accepted keeps a condition from being answered`() async throws {
        try await APIFixture.with { server in
            let numbers = [
                "5e-324", "-2.3e-308", "1.7976931348623157e308", "0.0e0", "-0", "0E-9",
                "1\(String(repeating: "0", count: 300))", "0.\(String(repeating: "0", count: 300))1",
            ]
            for declared in [false, true] {
                if declared { _ = try await server.call("PUT", "/v1/attributes/a", ["type": "number"]) }
                for (index, number) in numbers.enumerated() {
                    let answer = try await server.raw(
                        "PUT", "/v1/subscribers/s\(index)-\(declared)", Array(#"{"attributes":{"a":\#(number)}}"#.utf8),
                        key: server.secretKey)
                    #expect(answer.status == 201, "\(number)")
                }
                let found = try await server.call(
                    "POST", "/v1/segments/preview", ["where": ["ref": "attributes.a", "gt": -1]])
                #expect(found.data["count"]?.int == numbers.count * (declared ? 2 : 1))
            }
        }
    }
}
