import Foundation
import PushModel
import StorageTestSupport
import TestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct AbandonedRequestTests {
    @Test(.rows("SF74")) func `a caller who hangs up after asking ends neither the message nor anybody else's`()
        async throws
    {
        try await APIFixture.with { server in
            _ = try await server.device()
            for index in 0..<20 {
                try await HTTPExchange.abandon(
                    "POST", "/v1/messages", port: server.port,
                    headers: [("Authorization", "Bearer \(server.secretKey)")],
                    body: (["to": "ann", "title": .string("abandoned \(index)")] as JSONValue).encoded())
            }
            let sent = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "last"])
            _ = try await server.completed(sent.data["id"]?.string ?? "")
            // What the server began to read it carries out, whoever is still there to hear of it.
            let messages = try await server.call("GET", "/v1/messages?limit=100").data["items"]?.array ?? []
            for message in messages { _ = try await server.completed(message["id"]?.string ?? "") }
            #expect(messages.count >= 1 && server.pushes.count == messages.count)
        }
    }
}
