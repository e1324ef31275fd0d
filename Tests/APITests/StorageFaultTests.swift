import APNs
import Foundation
import Locking
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// A database that is full: callers hear 503, and what got a 2xx is there afterwards.
@Suite(.timeLimit(.minutes(1)))
struct StorageFaultTests {
    /// Sends messages and events until one is refused.
    ///
    /// - Returns: The ids of what was accepted, and the refusal.
    private func fill(_ server: APIFixture, limit: Int = 500) async throws -> (
        accepted: [String], refusal: HTTPExchange
    ) {
        var accepted: [String] = []
        for number in 0..<limit {
            let event = number.isMultiple(of: 2)
            let answer =
                event
                ? try await server.call(
                    "POST", "/v1/events",
                    ["externalId": "ann", "name": "e", "data": ["fill": .string(String(repeating: "x", count: 4_000))]])
                : try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"])
            guard answer.status == 202 else { return (accepted, answer) }
            let item = event ? answer.data["results"]?.array?.first : answer.data
            accepted.append(try #require(item?["id"]?.string, "\(answer.json)"))
        }
        throw Failure(what: "\(limit) writes and no fault")
    }

    private struct Failure: Error { let what: String }

    /// Whether everything that was accepted is there, each message with its push.
    private func check(_ server: APIFixture, _ accepted: [String]) async throws {
        let messages = accepted.filter { $0.hasPrefix("msg_") }
        for id in messages { #expect(try await server.completed(id)["counts"]?["sent"] == 1) }
        var events: Set<String> = []
        var cursor = ""
        while true {
            let page = try await server.call("GET", "/v1/events?limit=100\(cursor)").data
            events.formUnion((page["items"]?.array ?? []).compactMap { $0["id"]?.string })
            guard let next = page["nextCursor"]?.string else { break }
            cursor = "&cursor=\(next)"
        }
        #expect(events.isSuperset(of: accepted.filter { $0.hasPrefix("evt_") }))
        #expect(Set(server.pushes.map(\.id)).count >= messages.count)
    }

    @Test(.on(.sqlite), .rows("SF108")) func `a database that may not grow refuses, keeps what it took, and goes on`()
        async throws
    {
        try await APIFixture.with { server in
            _ = try await server.device()
            let database = try #require(server.database)
            try await database.write { connection in
                let pages: Int? = try connection.first("pragma page_count") { try $0[0] }
                _ = try connection.first("pragma max_page_count = \((pages ?? 0) + 60)") { _ in true }
            }
            let (accepted, refusal) = try await fill(server)
            #expect(refusal.status == 503 && refusal.code == "storage_unavailable")
            #expect(refusal.headers["retry-after"] != nil && accepted.count > 3)
            // Reading goes on.
            #expect(try await server.call("GET", "/v1/messages").status == 200)
            try await database.write { _ = try $0.first("pragma max_page_count = 1073741823") { _ in true } }
            #expect(try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"]).status == 202)
            try await check(server, accepted)
        }
    }
}
