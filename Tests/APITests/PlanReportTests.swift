import APNs
import Foundation
import PushModel
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping
import WebServer

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct PlanReportTests {
    private static func event(_ name: String, _ data: JSONValue, at moment: Date) -> JSONValue {
        [
            "id": .string(UUID().uuidString), "name": .string(name), "timestamp": .string(moment.ISO8601Format()),
            "data": data,
        ]
    }

    @Test(.rows("B77")) func `what phones report decides at the time of the plan, and both messages name each other`()
        async throws
    {
        let time = VirtualTime.forTest()
        try await APIFixture.with(time: time) { server in
            let device = try await server.device()
            let at = time.now.addingTimeInterval(3_600)
            var plans: [(id: String, fallback: String)] = []
            for name in ["kept", "lost", "unknown"] {
                let sent = try await server.call(
                    "POST", "/v1/messages",
                    ["to": "ann", "title": "x", "local": ["id": .string(name), "at": .string(at.ISO8601Format())]])
                let id = sent.data["id"]?.string ?? ""
                let message = try await server.completed(id)
                let fallback = message["fallback"]?.string ?? ""
                let other = try await server.call("GET", "/v1/messages/\(fallback)").data
                #expect(other["fallbackOf"]?.string == id && other["fallback"] == .null)
                #expect(other["status"] == "scheduled" && message["fallbackOf"] == .null)
                plans.append((id, fallback))
            }
            let events: [JSONValue] = [
                Self.event(
                    "$local.scheduled", ["localId": "kept", "messageId": .string(plans[0].id)], at: time.now),
                Self.event(
                    "$local.unscheduled",
                    ["localId": "lost", "messageId": .string(plans[1].id), "change": 2, "reason": "no_place"],
                    at: time.now),
                Self.event(
                    "$local.scheduled", ["localId": "lost", "messageId": .string(plans[1].id), "change": 1],
                    at: time.now),
                // What says nothing that could be used is an event like any other.
                Self.event("$local.scheduled", ["messageId": "msg_0"], at: time.now),
                Self.event("$local.unscheduled", ["messageId": 7, "change": "x"], at: time.now),
            ]
            let answer = try await server.client(
                "POST", "/v1/client/events", ["events": .array(events)], device: device)
            let results = answer.data["results"]?.array ?? []
            #expect(results.map { $0["status"]?.string } == Array(repeating: "accepted", count: 5))
            await time.advance(by: .seconds(3_600))
            var ends: [String] = []
            for plan in plans {
                _ = try await server.completed(plan.fallback)
                let page = try await server.call("GET", "/v1/messages/\(plan.fallback)/deliveries")
                let delivery = page.data["items"]?.array?.first
                ends.append(delivery?["reason"]?.string ?? delivery?["outcome"]?.string ?? "none")
                let trace = try await server.call("GET", "/v1/deliveries/\(delivery?["id"]?.string ?? "")/trace")
                let steps = trace.data["steps"]?.array ?? []
                let text = steps.first { $0["step"] == "scheduled" }?["text"]?.string ?? "\(steps)"
                #expect(text.contains(plan.id), "\(text)")
            }
            #expect(ends == ["local_scheduled", "sent", "sent"])
        }
    }

    @Test(.rows("B77")) func `an event of another person's phone says nothing about a plan`() async throws {
        let time = VirtualTime.forTest()
        try await APIFixture.with(time: time) { server in
            _ = try await server.device()
            let eve = try await server.device("eve", install: "install-2", token: "ab12cd35")
            let at = time.now.addingTimeInterval(3_600).ISO8601Format()
            let sent = try await server.call(
                "POST", "/v1/messages", ["to": "ann", "title": "x", "local": ["id": "a", "at": .string(at)]])
            let message = try await server.completed(sent.data["id"]?.string ?? "")
            let report = Self.event("$local.scheduled", ["messageId": message["id"] ?? .null], at: time.now)
            _ = try await server.client(
                "POST", "/v1/client/events", ["events": [report]], subscriber: "eve", device: eve)
            await time.advance(by: .seconds(3_600))
            let fallback = try await server.completed(message["fallback"]?.string ?? "")
            #expect(fallback["counts"]?["sent"] == 1, "somebody else's phone has nothing for Ann")
        }
    }
}
