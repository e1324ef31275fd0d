import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// What many callers do to the same thing at the same moment, and what becomes of a caller that does not wait.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct ConcurrencyTests {
    private func together(_ count: Int, _ call: @escaping @Sendable (Int) async throws -> HTTPExchange) async throws
        -> [HTTPExchange]
    {
        try await withThrowingTaskGroup(of: HTTPExchange.self) { group in
            for number in 0..<count { group.addTask { try await call(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test(.rows("SF102")) func `choices made at the same moment leave one, and one subscriber`() async throws {
        try await APIFixture.with { server in
            _ = try await server.call("POST", "/v1/topics", ["slug": "news", "name": "News"])
            let device = try await server.device("dora")
            let answers = try await together(12) { number in
                switch number % 3 {
                case 0: try await server.call("PUT", "/v1/subscribers/eve", ["attributes": ["n": .int(number)]])
                case 1:
                    try await server.client(
                        "PUT", "/v1/client/preferences/news", ["enabled": .bool(number.isMultiple(of: 2))],
                        subscriber: "dora", device: device)
                default:
                    try await server.call(
                        "PATCH", "/v1/subscribers/dora/preferences", ["news": .bool(number.isMultiple(of: 2))])
                }
            }
            #expect(answers.allSatisfy { (200...201).contains($0.status) })
            #expect(answers.count { $0.status == 201 } == 1)
            let topics = try await server.call("GET", "/v1/subscribers/dora/preferences").data["items"]?.array ?? []
            #expect(topics.count == 1 && topics.first?["isDefault"] == false)
            let people = try await server.call("GET", "/v1/subscribers").data["items"]?.array ?? []
            #expect(people.compactMap { $0["externalId"]?.string }.sorted() == ["dora", "eve"])
        }
    }

    @Test(.rows("SF105")) func `edits of a segment at the same moment each make a version, and none is lost`()
        async throws
    {
        try await APIFixture.with { server in
            @Sendable func expression(_ number: Int) -> JSONValue { ["ref": "attributes.n", "eq": .int(number)] }
            _ = try await server.call("POST", "/v1/segments", ["slug": "s", "name": "S", "where": expression(0)])
            _ = try await server.device()
            let answers = try await together(10) { number in
                // Messages are sent to the segment while it changes.
                number < 8
                    ? try await server.call("PATCH", "/v1/segments/s", ["where": expression(number + 1)])
                    : try await server.call("POST", "/v1/messages", ["segment": "s", "title": "x"])
            }
            let edits = answers.filter { $0.status == 200 }
            var byVersion: [Int: JSONValue] = [1: expression(0)]
            for edit in edits { byVersion[edit.data["version"]?.int ?? 0] = edit.data["where"] }
            #expect(byVersion.keys.sorted() == Array(1...9))
            #expect(Set(byVersion.values).count == 9)
            let now = try await server.call("GET", "/v1/segments/s").data
            #expect(now["version"] == 9 && now["where"] == byVersion[9])
            for accepted in answers where accepted.status == 202 {
                let id = try #require(accepted.data["id"]?.string)
                let targets = try await server.call("GET", "/v1/messages/\(id)").data["targets"]
                #expect(targets?["where"] == byVersion[targets?["segmentVersion"]?.int ?? 0])
            }
        }
    }

    @Test(.rows("SF74")) func `a caller that hangs up before the answer has sent its message all the same`()
        async throws
    {
        try await APIFixture.with { server in
            _ = try await server.device()
            let body = #"{"to":"ann","title":"x"}"#
            let text =
                "POST /v1/messages HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(server.secretKey)\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            for _ in 0..<5 { try HTTPExchange.sendAndLeave(text, port: server.port) }
            while true {
                let sent = try await server.call("GET", "/v1/messages").data["items"]?.array ?? []
                if sent.count == 5, sent.allSatisfy({ $0["status"] == "completed" }) { break }
                try Task.checkCancellation()
            }
            #expect(server.pushes.count == 5)
        }
    }
}
