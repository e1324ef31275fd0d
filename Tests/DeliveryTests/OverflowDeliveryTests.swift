import APNs
import Delivery
import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct OverflowDeliveryTests {
    private static let template: JSONValue = [
        "to": ["ann", "bob"], "title": "Hello", "body": "{{ attributes.text }}", "data": ["k": "v"],
    ]

    /// Ann's text fits, Bob's does not: characters of four bytes each.
    private static func fill(_ fixture: DeliveryFixture) async throws {
        for (name, text) in [("ann", "short"), ("bob", String(repeating: "🎉", count: 1_200))] {
            _ = try await fixture.storage.putSubscriber(
                externalID: name, attributes: #"{"text":"\#(text)"}"#, timeZone: nil, locale: nil,
                now: fixture.time.now)
            try await fixture.device(name, token: name == "ann" ? "aa" : "bb")
        }
    }

    @Test(.rows("SF80", "SF81")) func `a text that does not fit costs its own delivery only`() async throws {
        try await DeliveryFixture.with { fixture in
            try await Self.fill(fixture)
            let id = try await fixture.send(Self.template)
            await fixture.settle()
            let message = try await fixture.message(id)
            #expect(message.outcomes[.sent] == 1 && message.outcomes[.failed] == 1)
            #expect(try await fixture.deliveries(id).last?.reason == "payload_too_large")
        }
    }

    @Test(.rows("SF80", "SF82", "SF84", "SF85"))
    func `where the sender asks for it a text is cut to the limit, and no further`() async throws {
        try await DeliveryFixture.with { fixture in
            try await Self.fill(fixture)
            var body = Self.template.object ?? JSONObject()
            body["overflow"] = "truncate"
            let id = try await fixture.send(.object(body))
            await fixture.settle()
            #expect(try await fixture.message(id).outcomes[.sent] == 2)
            let push = try #require(fixture.pushes.map(\.push).first { $0.deviceToken == "bb" })
            #expect(push.payload.count <= 4_096 && push.payload.count > 4_096 - 8)
            let payload = try JSONValue(parsing: push.payload)
            let text = payload["aps"]?["alert"]?["body"]?.string ?? ""
            #expect(text.hasSuffix("🎉…") && text.dropLast().allSatisfy { $0 == "🎉" })
            #expect(payload["aps"]?["alert"]?["title"] == "Hello" && payload["k"] == "v")
        }
    }

    @Test(.rows("SF80")) func `what cannot be cut enough is refused at once`() async throws {
        try await DeliveryFixture.with { fixture in
            try await Self.fill(fixture)
            let data: JSONValue = ["k": .string(String(repeating: "x", count: 4_050))]
            await #expect(throws: PushModelError.self) {
                try await fixture.send(["to": "ann", "title": "Hello", "overflow": "truncate", "data": data])
            }
            let long = JSONValue.string(String(repeating: "x", count: 4_000))
            await #expect(throws: PushModelError.self) { try await fixture.send(["to": "ann", "body": long]) }
            _ = try await fixture.send(["to": "ann", "body": long, "overflow": "truncate"])
        }
    }
}
