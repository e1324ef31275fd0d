import APNs
import Delivery
import Foundation
import Locking
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping

/// For whom and when a message stands in for a plan.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct PlanPeopleTests {
    private static func person(_ fixture: DeliveryFixture, _ name: String, zone: String) async throws {
        _ = try await fixture.storage.putSubscriber(
            externalID: name, attributes: "{}", timeZone: zone, locale: nil, now: fixture.time.now)
        try await fixture.device(name, token: name.utf8.map { String($0, radix: 16) }.joined())
    }

    /// When each person's alert went out, in seconds from a moment.
    private static func times(_ fixture: DeliveryFixture, from start: Date) -> [String: Int] {
        var times: [String: Int] = [:]
        for sent in fixture.alerts { times[sent.push.deviceToken] = Int(sent.at.timeIntervalSince(start)) }
        return times
    }

    @Test(.rows("B77")) func `a time without an offset is that of each person's clock, quiet hours and travel counted`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            let start = fixture.time.now
            for (name, zone) in [("t", "Asia/Tokyo"), ("h", "Pacific/Honolulu"), ("v", "Asia/Tokyo")] {
                try await Self.person(fixture, name, zone: zone)
            }
            // Ten hours ahead by the clocks of Tokyo: they show that in Honolulu 19 hours later.
            let at = try fixture.clock(36_000, in: "Asia/Tokyo")
            let (_, fallback) = try await fixture.plan(["at": at], in: ["to": ["t", "h", "v"]])
            try await Self.person(fixture, "v", zone: "Asia/Kolkata")
            try await fixture.finish([fallback])
            await fixture.pass(40 * 3_600)
            let minutes = Self.times(fixture, from: start).mapValues { ($0 + 59) / 60 }
            #expect(minutes == ["74": 600, "68": 600 + 19 * 60, "76": 600 + 210])
        }
    }

    @Test(.rows("B77")) func `the quiet hours of the plan put it off`() async throws {
        try await DeliveryFixture.with { fixture in
            let start = fixture.time.now
            try await Self.person(fixture, "t", zone: "Asia/Tokyo")
            let at = try fixture.clock(36_000, in: "Asia/Tokyo")
            let until = try fixture.clock(39_600, in: "Asia/Tokyo").string?.suffix(5) ?? ""
            let from = at.string?.suffix(5) ?? ""
            let quiet: JSONValue = ["from": .string(String(from)), "until": .string(String(until))]
            let (_, fallback) = try await fixture.plan(["at": at, "quiet": quiet], in: ["to": "t"])
            try await fixture.finish([fallback])
            await fixture.pass(40 * 3_600)
            #expect(Self.times(fixture, from: start).mapValues { ($0 + 59) / 60 } == ["74": 660])
        }
    }

    @Test(.rows("B77")) func `it is for those who were sent the plan and still want its topic`() async throws {
        try await DeliveryFixture.with { fixture in
            _ = try await fixture.storage.makeTopic(slug: "news", TopicContent(name: "News"), now: fixture.time.now)
            for (name, token) in [("ann", "a1"), ("bob", "b1"), ("eve", "e1")] {
                try await fixture.device(name, token: token)
            }
            let (_, fallback) = try await fixture.plan(in: ["topic": "news"])
            #expect(fixture.pushes.count == 3)
            try await fixture.device("late", token: "c1")
            _ = try await fixture.storage.setPreferences(
                externalID: "bob", [("news", .all(false))], makesSubscriber: false, now: fixture.time.now)
            // A second phone, and a first one given back.
            try await fixture.device("ann", token: "a2")
            await fixture.pass()
            #expect(Set(fixture.alerts.map(\.push.deviceToken)) == ["a1", "a2", "e1"])
            #expect(try await fixture.ends(fallback).sorted() == ["sent", "sent", "sent", "unsubscribed"])
            #expect(try await fixture.message(fallback).total == 4)
        }
    }

    @Test(.rows("B77")) func `it waits until all people of the plan are known`() async throws {
        try await DeliveryFixture.with { fixture in
            fixture.engine.stop()
            await fixture.time.waitUntilIdle()
            let rows = (0...SystemHandle.planPage).map {
                ImportRow(externalID: "p\($0)", change: SubscriberChange(), device: nil)
            }
            _ = try await fixture.storage.importRows(rows, dryRun: false, now: fixture.time.now)
            // Only the last of them wants the topic: the first page has nobody.
            var topic = TopicContent(name: "News")
            topic.isOptedIn = false
            _ = try await fixture.storage.makeTopic(slug: "news", topic, now: fixture.time.now)
            _ = try await fixture.storage.setPreferences(
                externalID: "p\(SystemHandle.planPage)", [("news", .all(true))], makesSubscriber: false,
                now: fixture.time.now)
            let id = try await fixture.send([
                "topic": "news", "title": "x", "local": ["id": "a", "at": fixture.moment(1)],
            ])
            await fixture.time.advance(by: .seconds(1))
            while try await fixture.plan().messages > 0 {}
            let fallback = try await fixture.message(#require(fixture.message(id).fallback))
            #expect(fallback.total == 1 && fallback.status == .completed)
        }
    }

    @Test(.rows("B77"), arguments: ["removed", "handed on", "dead token"])
    func `a phone that is no longer the person's has nothing for them`(loss: String) async throws {
        try await DeliveryFixture.with(answer: { sent, _ in
            sent.push.deviceToken == "dead" && loss == "dead token" && sent.push.pushType == .alert
                ? .rejected(Rejection(status: 410, reason: .unregistered, timestamp: sent.at))
                : .accepted(apnsID: sent.push.id, uniqueID: nil)
        }) { fixture in
            let phone = try await fixture.device(token: "dead")
            try await fixture.device(token: "aa02")
            let (plan, fallback) = try await fixture.plan()
            try await fixture.report(plan, by: phone)
            switch loss {
            case "removed": _ = try await fixture.storage.removeDevice(phone.id, now: fixture.time.now)
            case "handed on": try await fixture.device("bob", token: "dead")
            default: try await fixture.finish([fixture.send()])
            }
            let before = fixture.alerts.count
            await fixture.pass()
            #expect(fixture.alerts.dropFirst(before).map(\.push.deviceToken) == ["aa02"])
            #expect(try await fixture.ends(fallback).contains("sent"))
        }
    }

    @Test(.rows("B77"), arguments: [true, false])
    func `what an anonymous past had is the person's`(isHeld: Bool) async throws {
        try await DeliveryFixture.with { fixture in
            let phone = try await fixture.device("anon_1", token: "aa01")
            try await fixture.device("ann", token: "aa02")
            let (plan, fallback) = try await fixture.plan(in: ["to": ["anon_1", "ann"]])
            if isHeld { try await fixture.report(plan, by: phone, subscriber: "anon_1") }
            _ = try await fixture.storage.identify(
                externalID: "ann", anonymousID: "anon_1", isVerified: true, now: fixture.time.now)
            await fixture.pass()
            #expect(
                try await fixture.ends(fallback)
                    == [String](repeating: isHeld ? "local_scheduled" : "sent", count: 2))
        }
    }

    @Test(.rows("B77")) func `nothing stands in where none is wanted, nor for what is over or only measured`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            try await fixture.device()
            for fields: JSONObject in [
                ["fallback": false], ["at": fixture.moment(-1)], ["at": fixture.moment(400 * 86_400)],
            ] {
                var local: JSONObject = ["id": "run:1", "at": fixture.moment(3_600)]
                for member in fields.members { local[member.key] = member.value }
                let id = try await fixture.send(["to": "ann", "title": "x", "local": .object(local)])
                #expect(try await fixture.message(id).fallback == nil)
            }
            let body: JSONValue = ["to": "ann", "title": "x", "local": ["id": "a", "at": fixture.moment(3_600)]]
            _ = try await fixture.acceptance.measure(
                body: body.encoded(), storage: fixture.storage, now: fixture.time.now)
            await fixture.pass(401 * 86_400)
            #expect(fixture.alerts.isEmpty)
            #expect(try await fixture.storage.messages(before: nil, limit: 10).items.count == 3)
        }
    }

    @Test(.rows("B77")) func `several servers and a restart send it once`() async throws {
        try await DeliveryFixture.with { fixture in
            for number in 0..<40 { try await fixture.device("p\(number)", token: String(format: "%04x", number)) }
            let people = (0..<40).map { JSONValue.string("p\($0)") }
            let (_, fallback) = try await fixture.plan(in: ["to": .array(people)])
            // The server that accepted it is gone before the time has come; two others are there.
            fixture.engine.stop()
            let tokens = Locked<[String]>([])
            let sender = PushSender { batch, _ in
                tokens.withLock { $0 += batch.map(\.deviceToken) }
                return batch.map { .accepted(apnsID: $0.id, uniqueID: nil) }
            }
            let engines = (0..<2).map { _ in
                var configuration = DeliveryEngine.Configuration()
                configuration.longestRest = .seconds(5)
                return DeliveryEngine(
                    storage: fixture.system, sender: sender, time: fixture.time, log: .none,
                    configuration: configuration)
            }
            await withTaskGroup(of: Void.self) { group in
                for engine in engines { group.addTask { await engine.run() } }
                await fixture.time.waitForSleepers(4)
                await fixture.time.advance(by: .seconds(3_600))
                while (try? await fixture.message(fallback))?.status != .completed { await Task.yield() }
                for engine in engines { engine.stop() }
            }
            #expect(tokens.withLock { $0.sorted() } == (0..<40).map { String(format: "%04x", $0) })
        }
    }

    @Test(.rows("B77")) func `what a plan needs is kept while one is open, and goes afterwards`() async throws {
        try await DeliveryFixture.with { fixture in
            try await fixture.device()
            let day = Duration.seconds(86_400)
            let (plan, fallback) = try await fixture.plan(["at": fixture.moment(20 * 86_400)])
            let keeper = RetentionKeeper(
                storage: fixture.system,
                policy: RetentionPolicy(events: nil, attempts: nil, deliveries: day, messages: day * 2),
                time: fixture.time, log: .none)
            await fixture.pass(10 * 86_400)
            async let round = keeper.round()
            _ = try await round
            #expect(try await fixture.deliveries(plan).count == 1)
            await fixture.pass(10 * 86_400)
            #expect(try await fixture.ends(fallback) == ["sent"])
            await fixture.pass(10 * 86_400)
            _ = try await keeper.round()
            #expect(try await fixture.storage.messages(before: nil, limit: 10).items.isEmpty)
        }
    }
}
