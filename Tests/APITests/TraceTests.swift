import APNs
import Delivery
import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

@testable import API

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct TraceTests {
    private func trace(_ server: APIFixture, of message: String) async throws -> JSONValue {
        let listed = try await server.call("GET", "/v1/messages/\(message)/deliveries")
        let id = try #require(listed.data["items"]?.array?.first?["id"]?.string)
        let answer = try await server.call("GET", "/v1/deliveries/\(id)/trace")
        #expect(answer.status == 200)
        let faults = SchemaCheck(document: .object(OpenAPIDocument.document)).faults(
            answer.data, ["$ref": "#/components/schemas/DeliveryTrace"])
        #expect(faults == [])
        return answer.data
    }

    private func kinds(_ trace: JSONValue) -> [String] {
        (trace["steps"]?.array ?? []).compactMap { $0["kind"]?.string }
    }

    private func step(_ kind: String, _ trace: JSONValue) -> JSONValue? {
        trace["steps"]?.array?.first { $0["kind"]?.string == kind }
    }

    private func send(_ server: APIFixture, _ body: JSONValue) async throws -> String {
        let sent = try await server.call("POST", "/v1/messages", body)
        return try #require(sent.data["id"]?.string, "\(sent.json)")
    }

    @Test func `a delivery is told from the request to the tap`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            _ = try await server.call("PUT", "/v1/subscribers/bob")
            let id = try await send(server, ["to": ["bob", "ann"], "title": "x"])
            _ = try await server.completed(id)
            for name in ["delivered", "opened"] {
                let report: JSONValue = [
                    "events": [
                        [
                            "id": .string(name), "name": .string("$notification.\(name)"),
                            "timestamp": .string(Timestamp.format(Date())), "data": ["messageId": .string(id)],
                        ]
                    ]
                ]
                let answer = try await server.client("POST", "/v1/client/events", report, device: device)
                #expect(answer.status == 202)
            }
            let trace = try await trace(server, of: id)
            #expect(
                kinds(trace) == [
                    "accepted", "audience", "planned", "attempt_started", "attempt_ended", "outcome", "delivered",
                    "opened",
                ])
            #expect(trace["status"] == "sent" && trace["deviceId"]?.string == device)
            #expect(step("audience", trace)?["details"]?["to"] == "to[1]")
            let started = step("attempt_started", trace)?["details"]
            #expect(started?["host"] == "sandbox" && started?["number"] == 1)
            #expect(started?["apnsId"]?.string == server.pushes.first?.id.uuidString.lowercased())
            let ended = step("attempt_ended", trace)?["details"]
            #expect(ended?["result"] == "accepted" && ended?["status"] == 200 && ended?["latencyMs"]?.int != nil)
            // Steps of the server's clock never go back.
            let times = (trace["steps"]?.array ?? []).prefix(6).compactMap { $0["at"]?.string }
            #expect(times == times.sorted() && times.count == 6)
        }
    }

    @Test func `what was never tried has a story too, with the reason`() async throws {
        try await APIFixture.with { server in
            _ = try await server.call("PUT", "/v1/subscribers/bob")
            let id = try await send(server, ["to": "bob", "title": "x"])
            _ = try await server.completed(id)
            let trace = try await trace(server, of: id)
            #expect(kinds(trace) == ["accepted", "audience", "planned", "outcome"])
            #expect(step("outcome", trace)?["details"]?["outcome"] == "skipped")
            #expect(step("outcome", trace)?["text"]?.string?.contains("no device") == true)
        }
    }

    @Test func `refusals and retries stand in order, and what is pending says when it goes on`() async throws {
        try await APIFixture.with(answer: { _ in .rejected(Rejection(status: 500, reason: .internalServerError)) }) {
            server in
            _ = try await server.device()
            let id = try await send(server, ["to": "ann", "title": "x"])
            while try await server.call("GET", "/v1/messages/\(id)/deliveries?status=retrying").data["items"]?
                .array?.isEmpty != false
            {}
            let trace = try await trace(server, of: id)
            #expect(
                kinds(trace) == [
                    "accepted", "audience", "planned", "attempt_started", "attempt_ended", "retry", "pending",
                ])
            #expect(step("attempt_ended", trace)?["details"]?["reason"] == "InternalServerError")
            let next = step("retry", trace)?["details"]?["nextAttemptAt"]?.string
            #expect(next != nil && step("pending", trace)?["at"]?.string == next)
            let canceled = try await server.call("POST", "/v1/messages/\(id)/cancel")
            #expect(canceled.status == 200)
            _ = try await server.completed(id)
            let after = try await self.trace(server, of: id)
            #expect(kinds(after).suffix(2) == ["retry", "outcome"])
            #expect(step("outcome", after)?["details"]?["outcome"] == "canceled")
        }
    }

    @Test func `waits for quiet hours are kept and told`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            // Quiet for an hour more, by the clock of the device.
            let clock = DateFormatter()
            (clock.dateFormat, clock.timeZone) = ("HH:mm", TimeZone(identifier: "Europe/Berlin"))
            clock.locale = Locale(identifier: "en_US_POSIX")
            let quiet: JSONValue = [
                "quietHours": [
                    "from": .string(clock.string(from: Date(timeIntervalSinceNow: -3_600))),
                    "until": .string(clock.string(from: Date(timeIntervalSinceNow: 3_600))),
                ]
            ]
            let answer = try await server.call("PATCH", "/v1/settings", ["sendPolicy": quiet])
            try #require(answer.status == 200, "\(answer.json)")
            let id = try await send(server, ["to": "ann", "title": "x", "ttlSeconds": 172_800])
            while try await server.call("GET", "/v1/messages/\(id)/deliveries").data["items"]?.array?.isEmpty != false {
            }
            var waiting = try await trace(server, of: id)
            while !kinds(waiting).contains("waited") {
                try Task.checkCancellation()
                waiting = try await trace(server, of: id)
            }
            #expect(kinds(waiting) == ["accepted", "audience", "planned", "waited", "pending"])
            #expect(step("waited", waiting)?["details"]?["reason"] == "quiet_hours")
            #expect(step("waited", waiting)?["details"]?["until"] == step("pending", waiting)?["at"])
        }
    }

    @Test func `the clause that found the person is named, and that it no longer holds`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            _ = try await server.call("PUT", "/v1/subscribers/ann", ["attributes": ["plan": "pro"]])
            _ = try await server.call("POST", "/v1/topics", ["slug": "news", "name": "News"])
            let clauses: JSONValue = [
                "any": [["ref": "attributes.plan", "eq": "free"], ["ref": "attributes.plan", "eq": "pro"]]
            ]
            let id = try await send(server, ["where": clauses, "topic": "news", "title": "x"])
            _ = try await server.completed(id)
            let told = step("audience", try await trace(server, of: id))
            #expect(told?["details"]?["holdsNow"] == ["where.any[1]"])
            #expect(told?["details"]?["where"] == clauses)
            #expect(told?["details"]?["topic"] == "news")
            _ = try await server.call("PUT", "/v1/subscribers/ann", ["attributes": ["plan": "none"]])
            let later = step("audience", try await trace(server, of: id))
            #expect(later?["details"]?["holdsNow"] == [])
            #expect(later?["text"]?.string?.contains("no longer holds") == true)
        }
    }

    @Test func `a device has a history of its own, found by its token and kept when it is removed`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device(token: "ab12cd34")
            _ = try await server.device("bob", install: "install-2", token: "ab12cd35")
            var sent: [String] = []
            for number in 0..<3 {
                let id = try await send(server, ["to": ["ann", "bob"], "title": .string("\(number)")])
                _ = try await server.completed(id)
                sent.append(id)
            }
            let found = try await server.call("GET", "/v1/devices?token=AB12CD34")
            #expect(found.data["items"]?.array?.compactMap { $0["id"]?.string } == [device])
            let none = try await server.call("GET", "/v1/devices?token=ab12cd34&externalId=bob")
            #expect(none.data["items"]?.array?.isEmpty == true)
            #expect(try await server.call("GET", "/v1/devices?token=xyz").code == "invalid_token")
            _ = try await server.call("DELETE", "/v1/devices/\(device)")
            var listed: [String] = []
            var cursor = ""
            while true {
                let page = try await server.call("GET", "/v1/devices/\(device)/deliveries?limit=2\(cursor)")
                for item in page.data["items"]?.array ?? [] {
                    #expect(item["deviceId"]?.string == device)
                    listed.append(item["messageId"]?.string ?? "")
                }
                guard let next = page.data["nextCursor"]?.string else { break }
                cursor = "&cursor=\(next)"
            }
            #expect(listed == sent.reversed())
            let person = try await server.call("GET", "/v1/messages/\(sent[0])/deliveries?externalId=bob")
            #expect(person.data["items"]?.array?.count == 1)
            let nobody = try await server.call("GET", "/v1/messages/\(sent[0])/deliveries?externalId=nobody")
            #expect(nobody.status == 200 && nobody.data["items"]?.array?.isEmpty == true)
        }
    }

    @Test func `every reason has a sentence`() throws {
        let schema = OpenAPIDocument.document["components"]?["schemas"]?["Delivery"]?["properties"]?["reason"]
        let described = try #require(schema?["description"]?.string)
        let words = described.matches(
            of: /\b[a-z]+(?:_[a-z]+)+\b|\b(?:unsubscribed|capped|canceled|transport|timeout|ttl|unknown)\b/)
        #expect(words.count > 15)
        for word in words { #expect(ReasonSentence.all[String(word.0)] != nil, "\(word.0)") }
    }
}
