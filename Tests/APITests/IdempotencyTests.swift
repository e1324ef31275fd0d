import Foundation
import PushModel
import Storage
import TestSupport
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct IdempotencyTests {
    private static let message: JSONValue = ["to": "ann", "title": "Hello"]

    @Test(.rows("B15")) func `the same request again answers the first message and sends nothing`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            let key = [("Idempotency-Key", "order-42")]
            let first = try await server.call("POST", "/v1/messages", Self.message, headers: key)
            let second = try await server.call("POST", "/v1/messages", Self.message, headers: key)
            #expect(first.status == 202 && second.status == 202)
            #expect(first.headers["idempotent-replayed"] == nil)
            #expect(second.headers["idempotent-replayed"] == "true")
            #expect(first.data == second.data)
            _ = try await server.completed(try #require(first.data["id"]?.string))
            #expect(server.pushes.count == 1)
            #expect(try await server.call("GET", "/v1/messages").data["items"]?.array?.count == 1)
        }
    }

    @Test(.rows("B15")) func `a key leads to its message for ever, although its content was removed`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            let key = [("Idempotency-Key", "order-42")]
            let first = try await server.call("POST", "/v1/messages", Self.message, headers: key)
            let plain = try await server.call("POST", "/v1/messages", Self.message)
            let id = try #require(first.data["id"]?.string)
            let counts = try await server.completed(id)["counts"]
            let gone = try #require(plain.data["id"]?.string)
            _ = try await server.completed(gone)
            let later = Date(timeIntervalSinceNow: 3_600)
            for kind in RetainedKind.allCases {
                _ = try await server.system.removeOld(kind, before: later, after: 0)
            }
            let replay = try await server.call("POST", "/v1/messages", Self.message, headers: key)
            #expect(replay.status == 202 && replay.data["id"]?.string == id)
            #expect(replay.headers["idempotent-replayed"] == "true")
            #expect(try await server.call("GET", "/v1/messages/\(id)").data["counts"] == counts)
            #expect(try await server.call("GET", "/v1/messages/\(id)/deliveries").data["items"] == [])
            #expect(try await server.call("GET", "/v1/messages/\(gone)").status == 404)
            let reused = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "Bye"], headers: key)
            #expect(reused.code == "idempotency_key_reused")
        }
    }

    @Test(.rows("B15")) func `the key may stand in the body, and another request with it is refused`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            let first = try await server.call(
                "POST", "/v1/messages", ["to": "ann", "title": "Hello", "idempotencyKey": "k"])
            let replay = try await server.call(
                "POST", "/v1/messages", ["to": "ann", "title": "Hello", "idempotencyKey": "k"])
            #expect(replay.data == first.data && replay.headers["idempotent-replayed"] == "true")
            let other = try await server.call(
                "POST", "/v1/messages", ["to": "ann", "title": "Bye", "idempotencyKey": "k"])
            #expect(other.status == 409 && other.code == "idempotency_key_reused")
            #expect(other.param == "idempotencyKey")
            let contradiction = try await server.call(
                "POST", "/v1/messages", ["to": "ann", "title": "Hello", "idempotencyKey": "k"],
                headers: [("Idempotency-Key", "other")])
            #expect(contradiction.details == ["idempotencyKey invalid_format"])
        }
    }

    @Test(.rows("B15", "SF101")) func `five at the same moment become one message and four replays`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            let answers = try await withThrowingTaskGroup(of: HTTPExchange.self) { group in
                for _ in 0..<5 {
                    group.addTask {
                        try await server.call(
                            "POST", "/v1/messages", Self.message, headers: [("Idempotency-Key", "once")])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 202 })
            #expect(Set(answers.compactMap { $0.data["id"]?.string }).count == 1)
            #expect(answers.count { $0.headers["idempotent-replayed"] == "true" } == 4)
            _ = try await server.completed(try #require(answers[0].data["id"]?.string))
            #expect(server.pushes.count == 1)
        }
    }

    @Test(.rows("B15")) func `keys belong to a tenant and have 1 to 255 bytes`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            for (key, code) in [("", "invalid_format"), (String(repeating: "k", count: 256), "too_long")] {
                let answer = try await server.call(
                    "POST", "/v1/messages", Self.message, headers: [("Idempotency-Key", key)])
                #expect(answer.details == ["Idempotency-Key \(code)"])
            }
            let other = try await server.system.makeTenant(
                slug: "other", name: "Other", identitySecret: [1], now: .now)
            let foreign = try await server.system.makeKey(.tenant, other, scopes: ["*"])
            _ = try await server.call("PUT", "/v1/subscribers/ann", key: foreign)
            let key = [("Idempotency-Key", "shared")]
            let here = try await server.call("POST", "/v1/messages", Self.message, headers: key)
            let there = try await server.call("POST", "/v1/messages", Self.message, key: foreign, headers: key)
            #expect(there.status == 202 && there.headers["idempotent-replayed"] == nil)
            #expect(here.data["id"] != there.data["id"])
        }
    }

    @Test(.rows("B15")) func `a refused request does not use its key up`() async throws {
        try await APIFixture.with { server in
            let key = [("Idempotency-Key", "again")]
            let refused = try await server.call("POST", "/v1/messages", Self.message, headers: key)
            #expect(refused.code == "subscriber_not_found")
            _ = try await server.device()
            let accepted = try await server.call("POST", "/v1/messages", Self.message, headers: key)
            #expect(accepted.status == 202 && accepted.headers["idempotent-replayed"] == nil)
        }
    }
}
