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
struct TopicCapTests {
    private static func topic(_ fixture: DeliveryFixture, cap: Int) async throws {
        var content = TopicContent(name: "News")
        content.dailyCap = cap
        _ = try #require(await fixture.storage.makeTopic(slug: "news", content, now: fixture.time.now))
    }

    /// Sends a message of the topic and answers why it ended, or the outcome of the only delivery.
    private static func send(_ fixture: DeliveryFixture, _ more: JSONObject = [:]) async throws -> String? {
        var body: JSONObject = ["to": "ann", "topic": "news", "title": "x"]
        body.members += more.members
        let id = try await fixture.send(.object(body))
        await fixture.settle()
        let delivery = try #require(await fixture.deliveries(id).first)
        return delivery.reason ?? delivery.outcome?.rawValue
    }

    @Test(.rows("B44")) func `a person gets as many messages of a topic a day as it allows, and more by policy`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            try await Self.topic(fixture, cap: 2)
            try await fixture.device()
            var ends: [String?] = []
            for policy in [[:], ["policy": "ignore"], [:], [:], ["policy": "ignore"]] as [JSONObject] {
                ends.append(try await Self.send(fixture, policy))
            }
            #expect(ends == ["sent", "sent", "sent", "capped", "sent"])
            // Other messages are not of the topic, and another day is another count.
            let other = try await fixture.send()
            await fixture.settle()
            #expect(try await fixture.delivery(other).outcome == .sent)
            await fixture.time.advance(by: .seconds(86_400))
            #expect(try await Self.send(fixture) == "sent")
        }
    }

    @Test(.rows("B44")) func `two devices and a resend use a cap up once`() async throws {
        try await DeliveryFixture.with { sent, attempt in
            attempt == 1 && sent.push.deviceToken == "aa"
                ? .rejected(.init(status: 503, reason: RejectionReason(rawValue: "ServiceUnavailable")))
                : .accepted(apnsID: sent.push.id, uniqueID: nil)
        } _: { fixture in
            try await Self.topic(fixture, cap: 1)
            try await fixture.device(token: "aa")
            try await fixture.device(token: "bb")
            let first = try await fixture.send(["to": "ann", "topic": "news", "title": "x"])
            await fixture.settle()
            await fixture.time.advance(by: .seconds(1_200))
            await fixture.settle()
            #expect(try await fixture.deliveries(first).map(\.outcome) == [.sent, .sent])
            #expect(fixture.pushes.count == 3)
            #expect(try await Self.send(fixture) == "capped")
        }
    }

    @Test(.rows("B44"), arguments: [("Asia/Tokyo", "capped"), ("America/New_York", "sent")])
    func `a day is one by the clocks of the person`(zone: String, second: String) async throws {
        try await DeliveryFixture.with { fixture in
            try await Self.topic(fixture, cap: 1)
            try await fixture.device()
            var change = SubscriberChange()
            change.timeZone = .some(zone)
            _ = try await fixture.storage.changeSubscriber(externalID: "ann", change, now: fixture.time.now)
            // At 03:00 UTC it is noon in Tokyo and 22:00 of the day before in New York; three hours later 15:00 and 01:00.
            let midnight = (fixture.time.now.timeIntervalSince1970 / 86_400).rounded(.up) * 86_400
            await fixture.time.advance(
                by: .seconds(midnight + 3 * 3_600 - fixture.time.now.timeIntervalSince1970))
            #expect(try await Self.send(fixture) == "sent")
            await fixture.time.advance(by: .seconds(3 * 3_600))
            #expect(try await Self.send(fixture) == second)
        }
    }

    @Test(.rows("B43", "B44")) func `what a past had today counts for its person`() async throws {
        try await DeliveryFixture.with { fixture in
            try await Self.topic(fixture, cap: 1)
            try await fixture.device("anon_1", token: "aa")
            try await fixture.device("ann", token: "bb")
            let id = try await fixture.send(["to": "anon_1", "topic": "news", "title": "x"])
            await fixture.settle()
            #expect(try await fixture.delivery(id).outcome == .sent)
            _ = try await fixture.storage.identify(
                externalID: "ann", anonymousID: "anon_1", isVerified: false, now: fixture.time.now)
            #expect(try await Self.send(fixture) == "capped")
        }
    }

    @Test(.rows("B44")) func `who does not want a topic does not read it in the history`() async throws {
        try await DeliveryFixture.with { fixture in
            try await Self.topic(fixture, cap: 1)
            let device = try await fixture.device()
            _ = try await fixture.storage.setPreferences(
                externalID: "ann", [("news", .all(false))], makesSubscriber: false, now: fixture.time.now)
            #expect(try await Self.send(fixture) == "unsubscribed")
            let history = try await fixture.storage.inbox(
                subscriber: device.subscriberRow, device: device.row, after: 0, limit: 10)
            #expect(history.items.isEmpty)
        }
    }
}
