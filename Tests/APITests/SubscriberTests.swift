import Foundation
import PushModel
import TestSupport
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct SubscriberTests {
    @Test(.rows("B40")) func `a subscriber is made, then replaced, and an identical request changes nothing`()
        async throws
    {
        try await APIFixture.with { server in
            let path = "/v1/subscribers/user%2F1%20%C3%A9"
            let made = try await server.call("PUT", path, ["attributes": ["plan": "pro", "age": 7]])
            #expect(made.status == 201)
            #expect(made.data["externalId"] == "user/1 é")
            let replaced = try await server.call(
                "PUT", path, ["attributes": ["plan": "free"], "timezone": "Asia/Tokyo"])
            #expect(replaced.status == 200)
            #expect(replaced.data["attributes"] == ["plan": "free"])
            #expect(replaced.data["id"] == made.data["id"])
            let again = try await server.call("PUT", path, ["attributes": ["plan": "free"], "timezone": "Asia/Tokyo"])
            #expect(again.data["updatedAt"] == replaced.data["updatedAt"])
            #expect(try await server.call("GET", path).data == again.data)
        }
    }

    @Test(
        .rows("B40"),
        arguments: [
            (#"{"attributes":{"$plan":1}}"#, "system_attribute", "attributes.$plan"),
            (#"{"timezone":"Mars/Olympus"}"#, "invalid_timezone", "timezone"),
            (
                #"{"attributes":{"a":""# + String(repeating: "x", count: 65_536) + #""}}"#, "attributes_too_large",
                "attributes"
            ),
            (#"{"attributes":7}"#, "validation_failed", "attributes"),
            (#"{"plan":"pro"}"#, "validation_failed", "plan"),
        ])
    func `attributes that cannot be kept are refused`(body: String, code: String, param: String) async throws {
        try await APIFixture.with { server in
            let answer = try await server.raw("PUT", "/v1/subscribers/ann", Array(body.utf8))
            #expect(answer.status == 400)
            #expect(answer.code == code)
            #expect(answer.param == param)
            #expect(try await server.call("GET", "/v1/subscribers/ann").status == 404)
        }
    }

    @Test(.rows("B5")) func `lists come newest first in pages that a cursor joins`() async throws {
        try await APIFixture.with { server in
            for index in 0..<5 { _ = try await server.call("PUT", "/v1/subscribers/user-\(index)") }
            var seen: [String] = []
            var path = "/v1/subscribers?limit=2"
            while true {
                let page = try await server.call("GET", path)
                seen += (page.data["items"]?.array ?? []).compactMap { $0["externalId"]?.string }
                #expect(page.data["hasMore"]?.bool == (page.data["nextCursor"]?.string != nil))
                guard let cursor = page.data["nextCursor"]?.string else { break }
                path = "/v1/subscribers?limit=2&cursor=\(cursor)"
            }
            #expect(seen == (0..<5).reversed().map { "user-\($0)" })
        }
    }

    @Test(.rows("B5"), arguments: ["x", "", "AAAA", "bWVzc2FnZXM6Mw", "c3Vic2NyaWJlcnM6LTE", "%FF"])
    func `a cursor that is none of this list is refused`(cursor: String) async throws {
        try await APIFixture.with { server in
            let answer = try await server.call("GET", "/v1/subscribers?cursor=\(cursor)")
            #expect(answer.status == 400)
            #expect(["invalid_cursor", "malformed_request"].contains(answer.code))
        }
    }
}
