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
struct ScheduleDeliveryTests {
    private static func wall(_ time: VirtualTime, plus seconds: Double, zone: String = "UTC") -> JSONValue {
        var style = Date.ISO8601FormatStyle(timeZone: TimeZone(identifier: zone) ?? .gmt)
            .year().month().day().dateTimeSeparator(.standard).time(includingFractionalSeconds: false)
        style.timeZone = TimeZone(identifier: zone) ?? .gmt
        return .string(style.format(time.now.addingTimeInterval(seconds)))
    }

    private static func person(_ fixture: DeliveryFixture, _ name: String, zone: String?, token: String) async throws {
        _ = try await fixture.storage.putSubscriber(
            externalID: name, attributes: "{}", timeZone: zone, locale: nil, now: fixture.time.now)
        try await fixture.device(name, token: token)
    }

    @Test(.rows("B17", "B14")) func `a message waits for its moment, and its time to live counts from there`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            try await fixture.device()
            let start = fixture.time.now
            let id = try await fixture.send([
                "to": "ann", "title": "x", "ttlSeconds": 3_600,
                "schedule": ["at": Self.wall(fixture.time, plus: 7_200)],
            ])
            var message = try await fixture.message(id)
            #expect(message.status == .scheduled && message.total == 0)
            let moment = try #require(message.scheduledFor)
            #expect(abs(moment.timeIntervalSince(start) - 7_200) < 1)
            #expect(message.expiresAt == moment.addingTimeInterval(3_600))
            await fixture.time.waitForSleepers(1)
            await fixture.time.advance(by: .seconds(7_190))
            await fixture.time.waitUntilIdle()
            #expect(fixture.pushes.isEmpty)
            await fixture.time.advance(by: .seconds(11))
            await fixture.settle()
            #expect(fixture.pushes.count == 1)
            message = try await fixture.message(id)
            #expect(message.status == .completed && message.scheduledFor == nil)
        }
    }

    @Test(.rows("B17"))
    func `who has moved west since gets it at the new time, who has moved east at the old one, once`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            try await Self.person(fixture, "west", zone: "Asia/Tokyo", token: "aa01")
            try await Self.person(fixture, "east", zone: "Asia/Tokyo", token: "aa02")
            // In two hours by the clocks of Tokyo; there is no daylight saving in the zones of this test.
            _ = try await fixture.send([
                "to": ["west", "east"], "title": "x",
                "schedule": ["at": Self.wall(fixture.time, plus: 7_200, zone: "Asia/Tokyo"), "timezone": "subscriber"],
            ])
            await fixture.settle()
            #expect(fixture.pushes.isEmpty)
            for (name, zone) in [("west", "Asia/Dubai"), ("east", "Australia/Brisbane")] {
                _ = try await fixture.storage.putSubscriber(
                    externalID: name, attributes: "{}", timeZone: zone, locale: nil, now: fixture.time.now)
            }
            // Brisbane is an hour before Tokyo: there the time passes first, and nothing looks at it then.
            await fixture.time.advance(by: .seconds(3_700))
            await fixture.settle()
            #expect(fixture.pushes.isEmpty)
            await fixture.time.advance(by: .seconds(3_600))
            await fixture.settle()
            #expect(fixture.pushes.map(\.push.deviceToken) == ["aa02"])
            // Dubai is five hours behind Tokyo.
            await fixture.time.advance(by: .seconds(5 * 3_600 - 200))
            await fixture.settle()
            #expect(fixture.pushes.count == 1)
            await fixture.time.advance(by: .seconds(200))
            await fixture.settle()
            #expect(fixture.pushes.map(\.push.deviceToken) == ["aa02", "aa01"])
            await fixture.time.advance(by: .seconds(26 * 3_600))
            await fixture.settle()
            #expect(fixture.pushes.count == 2)
        }
    }

    @Test(.rows("B17")) func `by the subscribers' own clocks each zone has its moment, once`() async throws {
        try await DeliveryFixture.with { fixture in
            try await Self.person(fixture, "tokyo", zone: "Asia/Tokyo", token: "aa01")
            try await Self.person(fixture, "berlin", zone: "Europe/Berlin", token: "aa02")
            try await Self.person(fixture, "nowhere", zone: nil, token: "aa03")
            try await Self.person(fixture, "kiribati", zone: "Pacific/Kiritimati", token: "aa04")
            let start = fixture.time.now
            // In an hour in UTC: in Tokyo and on Kiribati the time has passed.
            let id = try await fixture.send([
                "to": ["tokyo", "berlin", "nowhere", "kiribati"], "title": "x",
                "schedule": [
                    "at": Self.wall(fixture.time, plus: 3_600), "timezone": "subscriber", "defaultTimezone": "UTC",
                ],
            ])
            await fixture.settle()
            let berlin = TimeZone(identifier: "Europe/Berlin")?.secondsFromGMT(for: start) ?? 0
            #expect(Set(fixture.pushes.map(\.push.deviceToken)).isSuperset(of: ["aa01", "aa04"]))
            await fixture.time.advance(by: .seconds(4_000))
            await fixture.settle()
            let times = Dictionary(
                fixture.pushes.map { ($0.push.deviceToken, $0.at.timeIntervalSince(start)) }, uniquingKeysWith: +)
            #expect(times.count == 4)
            #expect(times["aa01"].map { $0 < 60 } == true)
            #expect(times["aa02"].map { $0 < Double(max(60, 3_600 - berlin + 60)) } == true)
            #expect(times["aa03"].map { abs($0 - 3_600) < 2 } == true)
            #expect(try await fixture.message(id).status == .completed)
        }
    }

    @Test(.rows("B19")) func `a scheduled message that is taken back never goes out`() async throws {
        try await DeliveryFixture.with { fixture in
            try await fixture.device()
            let id = try await fixture.send([
                "to": "ann", "title": "x", "schedule": ["at": Self.wall(fixture.time, plus: 600)],
            ])
            guard case .canceled(let message) = try await fixture.storage.cancel(id, now: fixture.time.now) else {
                throw StorageError(.other, detail: "not canceled")
            }
            #expect(message.status == .canceled && message.canceledAt != nil && message.completedAt != nil)
            await fixture.time.advance(by: .seconds(1_200))
            await fixture.settle()
            #expect(fixture.pushes.isEmpty)
            guard case .canceled(let again) = try await fixture.storage.cancel(id, now: fixture.time.now) else {
                throw StorageError(.other, detail: "not the same again")
            }
            #expect(again.canceledAt == message.canceledAt)
        }
    }

    @Test(.rows("B19")) func `taken back amid the zones, what is sent stays and the rest is canceled`() async throws {
        try await DeliveryFixture.with { fixture in
            try await Self.person(fixture, "kiribati", zone: "Pacific/Kiritimati", token: "aa01")
            try await Self.person(fixture, "hawaii", zone: "Pacific/Honolulu", token: "aa02")
            let id = try await fixture.send([
                "to": ["kiribati", "hawaii"], "title": "x",
                "schedule": ["at": Self.wall(fixture.time, plus: 3_600), "timezone": "subscriber"],
            ])
            await fixture.settle()
            #expect(fixture.pushes.map(\.push.deviceToken) == ["aa01"])
            _ = try await fixture.storage.cancel(id, now: fixture.time.now)
            fixture.engine.wake()
            await fixture.time.waitUntilIdle()
            let message = try await fixture.message(id)
            #expect(message.status == .completed && message.canceledAt != nil)
            #expect(message.outcomes[.sent] == 1 && message.outcomes[.canceled] == 1 && message.pending == 0)
            await fixture.time.advance(by: .seconds(86_400))
            await fixture.settle()
            #expect(fixture.pushes.count == 1)
            guard case .canceled = try await fixture.storage.cancel(id, now: fixture.time.now) else {
                throw StorageError(.other, detail: "a repeat is no error")
            }
        }
    }

    @Test(.rows("B19")) func `what is claimed after a message was taken back is not sent, though nobody ended it yet`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            fixture.engine.stop()
            await fixture.time.waitUntilIdle()
            try await fixture.device()
            let id = try await fixture.send()
            _ = try await fixture.plan()
            _ = try await fixture.storage.cancel(id, now: fixture.time.now)
            let now = fixture.time.now
            let batch = try await fixture.system.claim(limit: 10, lease: .seconds(60), now: now) {
                AttemptScreening.decide($0, now: now)
            }
            #expect(batch.deliveries.isEmpty && batch.examined == 1)
            let message = try await fixture.message(id)
            #expect(message.outcomes[.canceled] == 1 && message.status == .completed)
        }
    }

    @Test(.rows("B19")) func `a message whose deliveries have all ended can no longer be taken back`() async throws {
        try await DeliveryFixture.with { fixture in
            try await fixture.device()
            let id = try await fixture.send()
            await fixture.settle()
            guard case .tooLate = try await fixture.storage.cancel(id, now: fixture.time.now) else {
                throw StorageError(.other, detail: "canceled too late")
            }
            guard
                case .unknown = try await fixture.storage.cancel(Identifier(.message, at: .now), now: fixture.time.now)
            else { throw StorageError(.other, detail: "canceled nothing") }
        }
    }

    @Test(.rows("B15", "B18")) func `a repeat with the same key is a replay, even when the time has passed`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            try await fixture.device()
            let body: JSONValue = [
                "to": "ann", "title": "x", "schedule": ["at": Self.wall(fixture.time, plus: 60)],
                "idempotencyKey": "once",
            ]
            let id = try await fixture.send(body)
            await fixture.time.advance(by: .seconds(120))
            await fixture.settle()
            #expect(try await fixture.send(body) == id)
            #expect(fixture.pushes.count == 1)
        }
    }

    @Test(.rows("SF90")) func `in a zone whose clocks skip the time the delivery is skipped with its reason`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            // Cairo put its clocks forward at midnight of 2027-04-30; Berlin has the time.
            try await Self.person(fixture, "cairo", zone: "Africa/Cairo", token: "aa01")
            try await Self.person(fixture, "berlin", zone: "Europe/Berlin", token: "aa02")
            let zone = try #require(TimeZone(identifier: "Africa/Cairo"))
            let change = try #require(zone.nextDaylightSavingTimeTransition(after: fixture.time.now))
            // The half hour after the next change, when it is one that skips an hour.
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            let isSpring = zone.daylightSavingTimeOffset(for: change.addingTimeInterval(1)) > 0
            let gapStart = isSpring ? change : try #require(zone.nextDaylightSavingTimeTransition(after: change))
            let before = zone.secondsFromGMT(for: gapStart.addingTimeInterval(-1))
            let clock = WallClock(
                gapStart.addingTimeInterval(1_800 + Double(before)), in: TimeZone(secondsFromGMT: 0) ?? .gmt)
            let at = String(
                format: "%04d-%02d-%02dT%02d:%02d", clock.year, clock.month, clock.day, clock.hour, clock.minute)
            let id = try await fixture.send([
                "to": ["cairo", "berlin"], "title": "x",
                "schedule": ["at": .string(at), "timezone": "subscriber", "gap": "skip"],
            ])
            await fixture.time.advance(by: .seconds(gapStart.timeIntervalSince(fixture.time.now) - 40_000))
            await fixture.settle()
            let deliveries = try await fixture.deliveries(id)
            #expect(deliveries.first { $0.externalID == "cairo" }?.reason == "schedule_gap")
            #expect(deliveries.first { $0.externalID == "berlin" }?.reason == nil)
        }
    }
}
