import APNs
import Foundation
import PushModel
import StorageTestSupport
import TestSupport
import Testing
import WebServer

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct PlanHistoryTests {
    @Test(.rows("CS-S1")) func `the push of a plan and of its end stand in the history, as they went out`() async throws
    {
        try await APIFixture.with { server in
            let device = try await server.device()
            let plan: JSONValue = ["id": "run:1", "at": "2030-01-01T09:00"]
            for body: JSONValue in [
                ["to": "ann", "title": "Gym", "local": plan], ["to": "ann", "cancelLocal": ["id": "run"]],
                ["to": "ann", "title": "Now"],
            ] {
                let sent = try await server.call("POST", "/v1/messages", body)
                _ = try await server.completed(sent.data["id"]?.string ?? "")
            }
            let history = try await server.client("GET", "/v1/client/messages", device: device)
            let items = history.data["items"]?.array ?? []
            #expect(items.count == 3)
            #expect(items[0]["push"]?["tidings"]?["local"] == plan)
            #expect(items[1]["push"]?["tidings"]?["cancelLocal"]?["id"]?.string == "run")
            #expect(items[2]["push"] == nil)
            // The same push, save that the one that went out names its delivery.
            let first = try JSONValue(parsing: try #require(server.pushes.first).payload)
            var expected = try #require(first["tidings"]?.object)
            expected["delivery"] = nil
            #expect(items[0]["push"]?["tidings"] == .object(expected))
            #expect(items[0]["push"]?["aps"] == first["aps"])
        }
    }
}
