import API
import APNs
import Foundation
import PushModel
import TestSupport
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct MessagePathTests {
    @Test(.rows("B10", "B20", "B33", "B34"))
    func `a message reaches the device of its subscriber and can be followed to its receipts`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            #expect(device.hasPrefix("dev_"))
            let accepted = try await server.call(
                "POST", "/v1/messages", ["to": "ann", "title": "Hello", "body": "World"])
            #expect(accepted.status == 202)
            #expect(accepted.data["status"] == "queued")
            let id = try #require(accepted.data["id"]?.string)
            let message = try await server.completed(id)
            #expect(message["counts"]?["total"] == 1)
            #expect(message["counts"]?["sent"] == 1)
            #expect(message["counts"]?["pending"] == 0)
            let push = try #require(server.pushes.first)
            #expect(push.topic == APIFixture.bundleID)
            #expect(push.pushType == .alert)
            #expect(push.priority == .immediate)
            #expect(push.collapseID == id)
            #expect(push.deviceToken == "ab12cd34")
            let page = try await server.call("GET", "/v1/messages/\(id)/deliveries?status=sent")
            let delivery = try #require(page.data["items"]?.array?.first)
            #expect(delivery["deviceId"]?.string == device)
            #expect(delivery["apnsId"]?.string == push.id.uuidString.lowercased())
            let deliveryID = try #require(delivery["id"]?.string)
            let attempts = try await server.call("GET", "/v1/deliveries/\(deliveryID)/attempts")
            #expect(attempts.data["items"]?.array?.count == 1)
            #expect(attempts.data["items"]?.array?.first?["result"] == "accepted")
            let event: JSONValue = [
                "id": "0b0f0d1c-0000-4000-8000-000000000001", "name": "$notification.opened",
                "timestamp": .string(Timestamp.format(Date())),
                "data": ["messageId": .string(id), "action": "reply", "input": "ok"],
            ]
            let first = try await server.client("POST", "/v1/client/events", ["events": [event]], device: device)
            #expect(first.status == 202)
            #expect(first.data["results"]?.array?.first?["status"] == "accepted")
            let second = try await server.client("POST", "/v1/client/events", ["events": [event]], device: device)
            #expect(second.data["results"]?.array?.first?["status"] == "duplicate")
            let counted = try await server.call("GET", "/v1/messages/\(id)").data
            #expect(counted["receipts"]?["opened"] == 1)
            let receipts = try await server.call("GET", "/v1/deliveries/\(deliveryID)").data["receipts"]?.array
            #expect(receipts?.count == 1)
            #expect(receipts?.first?["input"] == "ok")
        }
    }

    @Test(.rows("B34")) func `deliveries are listed by status`() async throws {
        try await APIFixture.with(answer: { push in
            push.deviceToken == "aa"
                ? .accepted(apnsID: push.id, uniqueID: nil)
                : push.deviceToken == "bb"
                    ? .rejected(Rejection(status: 400, reason: .badTopic))
                    : .ambiguous(APNsError(.timedOut, detail: "test"))
        }) { server in
            for (name, token) in [("ann", "aa"), ("bob", "bb"), ("cem", "cc")] {
                _ = try await server.device(name, install: "install-\(name)", token: token)
            }
            _ = try await server.call("PUT", "/v1/subscribers/dan")
            let sent = try await server.call(
                "POST", "/v1/messages", ["to": ["ann", "bob", "cem", "dan"], "title": "x"])
            let path = "/v1/messages/\(sent.data["id"]?.string ?? "")/deliveries"
            func names(_ status: String) async throws -> [String] {
                let page = try await server.call("GET", "\(path)?status=\(status)")
                return (page.data["items"]?.array ?? []).compactMap { $0["externalId"]?.string }
            }
            while try await names("retrying").isEmpty {}
            #expect(try await names("retrying") == ["cem"])
            #expect(try await names("sent") == ["ann"])
            #expect(try await names("failed") == ["bob"])
            #expect(try await names("skipped") == ["dan"])
            #expect(try await names("pending").isEmpty)
            let first = try await server.call("GET", "\(path)?limit=3")
            #expect(first.data["items"]?.array?.count == 3 && first.data["hasMore"] == true)
            #expect(try await server.call("GET", "\(path)?status=lost").details == ["status invalid_format"])
        }
    }
}
