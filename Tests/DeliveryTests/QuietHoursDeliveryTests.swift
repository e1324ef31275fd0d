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
struct QuietHoursDeliveryTests {
    /// Quiet from an hour before the present to an hour after, by the clocks of Tokyo.
    private static func quiet(_ fixture: DeliveryFixture) async throws {
        let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let time = { (seconds: Double) in
            let clock = WallClock(fixture.time.now.addingTimeInterval(seconds), in: zone)
            return String(format: "%02d:%02d", clock.hour, clock.minute)
        }
        let hours = LocalPlan.QuietHours(from: time(-3_600), until: time(3_600))
        _ = try await fixture.storage.changeSettings { $0.quietHours = hours }
    }

    private static func person(_ fixture: DeliveryFixture, _ name: String, zone: String, token: String) async throws {
        _ = try await fixture.storage.putSubscriber(
            externalID: name, attributes: "{}", timeZone: zone, locale: nil, now: fixture.time.now)
        try await fixture.device(name, token: token)
    }

    @Test(.rows("B44", "SF96", "SF97"))
    func `a push waits for the end of the person's quiet hours, unless its message ignores them`() async throws {
        try await DeliveryFixture.with { fixture in
            try await Self.quiet(fixture)
            try await Self.person(fixture, "tokyo", zone: "Asia/Tokyo", token: "aa01")
            try await Self.person(fixture, "honolulu", zone: "Pacific/Honolulu", token: "aa02")
            let id = try await fixture.send(["to": ["tokyo", "honolulu"], "title": "x"])
            let urgent = try await fixture.send(["to": "tokyo", "title": "now", "policy": "ignore"])
            await fixture.settle()
            #expect(fixture.pushes.count == 2)
            #expect(try await fixture.message(urgent).status == .completed)
            #expect(try await fixture.message(id).pending == 1)
            await fixture.time.advance(by: .seconds(3_601))
            await fixture.settle()
            #expect(try await fixture.message(id).status == .completed)
            #expect(fixture.pushes.count == 3)
        }
    }

    @Test(.rows("B44")) func `a push that expires in quiet hours is skipped with its reason`() async throws {
        try await DeliveryFixture.with { fixture in
            try await Self.quiet(fixture)
            try await Self.person(fixture, "tokyo", zone: "Asia/Tokyo", token: "aa01")
            let id = try await fixture.send(["to": "tokyo", "title": "x", "ttlSeconds": 600])
            await fixture.settle()
            #expect(try await fixture.delivery(id).reason == "quiet_hours")
            #expect(try await fixture.message(id).outcomes[.skipped] == 1)
        }
    }

    @Test(.rows("B44", "SF98")) func `a tenant's daily cap counts messages of all topics and of none`() async throws {
        try await DeliveryFixture.with { fixture in
            _ = try await fixture.storage.changeSettings { $0.dailyCap = 2 }
            _ = try await fixture.storage.makeTopic(slug: "news", TopicContent(name: "News"), now: fixture.time.now)
            try await fixture.device(token: "aa01")
            let bodies: [JSONValue] = [
                ["to": "ann", "title": "1"], ["topic": "news", "title": "2"], ["to": "ann", "title": "3"],
                ["to": "ann", "title": "4", "policy": "ignore"],
            ]
            var reasons: [String?] = []
            for body in bodies {
                let id = try await fixture.send(body)
                await fixture.settle()
                reasons.append(try await fixture.delivery(id).reason)
            }
            #expect(reasons == [nil, nil, "capped", nil])
            await fixture.time.advance(by: .seconds(86_400))
            let id = try await fixture.send(["to": "ann", "title": "5"])
            await fixture.settle()
            #expect(try await fixture.delivery(id).reason == nil)
        }
    }

    @Test(.rows("B6")) func `while pushes are switched off, what is due is skipped`() async throws {
        try await DeliveryFixture.with { fixture in
            try await fixture.device(token: "aa01")
            _ = try await fixture.storage.changeSettings { $0.isPushEnabled = false }
            let id = try await fixture.send()
            await fixture.settle()
            #expect(try await fixture.delivery(id).reason == "channel_disabled")
            #expect(fixture.pushes.isEmpty)
        }
    }
}
