import APNs
import Delivery
import Foundation
import Locking
import PushModel
import Storage
import TestSupport
import Testing
import Timekeeping

@Suite(.timeLimit(.minutes(1)))
struct TopicDeliveryTests {
    private static func topic(_ fixture: DeliveryFixture, isOptedIn: Bool = true) async throws {
        var content = TopicContent(name: "News")
        content.isOptedIn = isOptedIn
        _ = try #require(await fixture.storage.makeTopic(slug: "news", content, now: fixture.time.now))
    }

    private static func choose(_ fixture: DeliveryFixture, _ person: String, _ isOn: Bool) async throws {
        let result = try await fixture.storage.setPreferences(
            externalID: person, [("news", .all(isOn))], makesSubscriber: true, now: fixture.time.now)
        guard case .changed = result else { throw StorageError(.other, detail: "not chosen") }
    }

    @Test(.rows("B25", "B44"))
    func `a walk over all subscribers takes them in pages, each once, and ends where it began`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            try await Self.topic(fixture)
            let count = SystemHandle.planPage * 2 + 7
            for index in 0..<count { try await fixture.device("user-\(index)", token: Self.token(index)) }
            for index in stride(from: 0, to: count, by: 10) { try await Self.choose(fixture, "user-\(index)", false) }
            fixture.engine.stop()
            await fixture.time.waitUntilIdle()
            let id = try await fixture.send(["topic": "news", "title": "x"])
            try await fixture.device("late", token: "ffff")
            // A page is a transaction: as many as there are pages, the last with nothing left to plan.
            var steps: [PlanProgress] = []
            repeat {
                steps.append(try await fixture.plan())
            } while steps.last?.messages != 0
            #expect(steps.map(\.messages) == [1, 1, 1, 0])
            #expect(steps.map(\.deliveries) == [450, 450, 6, 0])
            let message = try await fixture.message(id)
            #expect(message.total == 906 && message.pending == 906)
        }
    }

    private static func token(_ index: Int) -> String { String(0x1_0000 + index, radix: 16) + "0" }

    @Test(.rows("B30", "SF104")) func `who left the topic before the attempt gets nothing, though it was planned`()
        async throws
    {
        let fixtures = Locked<[DeliveryFixture]>([])
        try await DeliveryFixture.with { sent, attempt in
            // The first answer never comes; meanwhile the person leaves the topic.
            guard attempt == 1, let fixture = fixtures.withLock({ $0.first }) else {
                return .accepted(apnsID: sent.push.id, uniqueID: nil)
            }
            try? await Self.choose(fixture, "ann", false)
            return .rejected(.init(status: 503, reason: RejectionReason(rawValue: "ServiceUnavailable")))
        } _: { fixture in
            fixtures.withLock { $0 = [fixture] }
            try await Self.topic(fixture)
            try await fixture.device()
            let id = try await fixture.send(["topic": "news", "title": "x"])
            await fixture.settle()
            await fixture.time.advance(by: .seconds(3_600))
            await fixture.settle()
            let delivery = try await fixture.delivery(id)
            #expect(delivery.outcome == .skipped && delivery.reason == "unsubscribed")
            #expect(fixture.pushes.count == 1)
        }
    }

    @Test(.rows("B43", "B25"), arguments: [(past: "anon_1", person: "ann"), (past: "anon_9", person: "ann")])
    func `a merge amid the walk neither repeats a device nor leaves one out`(past: String, person: String) async throws
    {
        try await DeliveryFixture.with { fixture in
            try await Self.topic(fixture)
            fixture.engine.stop()
            await fixture.time.waitUntilIdle()
            // The past stands before the person in one case, behind in the other, a page apart.
            let first = past == "anon_1" ? past : person
            let last = past == "anon_1" ? person : past
            try await fixture.device(first, token: "aa")
            for index in 0..<SystemHandle.planPage { try await Self.choose(fixture, "user-\(index)", false) }
            try await fixture.device(last, token: "bb")
            let id = try await fixture.send(["topic": "news", "title": "x"])
            _ = try await fixture.plan()
            _ = try await fixture.storage.identify(
                externalID: person, anonymousID: past, isVerified: false, now: fixture.time.now)
            while try await fixture.plan().messages > 0 {}
            let deliveries = try await fixture.deliveries(id)
            #expect(Set(deliveries.compactMap(\.deviceID)).count == 2)
            #expect(deliveries.count == 2)
            #expect(deliveries.allSatisfy { $0.externalID == person && $0.outcome == nil })
        }
    }

    @Test(.rows("B43")) func `what was planned for a past is sent to the person's device, once`() async throws {
        try await DeliveryFixture.with { fixture in
            fixture.engine.stop()
            await fixture.time.waitUntilIdle()
            try await fixture.device("anon_1", token: "aa")
            try await fixture.device("ann", token: "bb")
            let early = try await fixture.send(["to": ["ann", "anon_1"], "title": "x"])
            let late = try await fixture.send(["to": ["ann", "anon_1"], "title": "y"])
            _ = try await fixture.plan()
            let open = try await fixture.send(["to": ["anon_1", "ann"], "title": "z"])
            _ = try await fixture.storage.identify(
                externalID: "ann", anonymousID: "anon_1", isVerified: false, now: fixture.time.now)
            _ = try await fixture.plan()
            for id in [early, late, open] {
                let deliveries = try await fixture.deliveries(id)
                #expect(deliveries.count == 2 && Set(deliveries.compactMap(\.deviceID)).count == 2)
            }
            let batch = try await fixture.system.claim(limit: 10, lease: .seconds(60), now: fixture.time.now) {
                AttemptScreening.decide($0, now: fixture.time.now)
            }
            #expect(batch.deliveries.count == 6)
            #expect(Set(batch.deliveries.map(\.externalID)) == ["ann"])
        }
    }

    @Test(.rows("B44")) func `a removed topic delivers what it has, and its successor begins without choices`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            try await Self.topic(fixture, isOptedIn: false)
            for (person, token) in [("ann", "aa"), ("bob", "bb")] {
                try await fixture.device(person, token: token)
                try await Self.choose(fixture, person, person == "ann")
            }
            fixture.engine.stop()
            await fixture.time.waitUntilIdle()
            let id = try await fixture.send(["topic": "news", "title": "x"])
            #expect(try await fixture.storage.removeTopic(slug: "news", now: fixture.time.now) != nil)
            #expect(try await fixture.storage.preferences(externalID: "ann").isEmpty)
            _ = try await fixture.plan()
            let batch = try await fixture.system.claim(limit: 10, lease: .seconds(60), now: fixture.time.now) {
                AttemptScreening.decide($0, now: fixture.time.now)
            }
            #expect(batch.deliveries.map(\.externalID) == ["ann"])
            #expect(try await fixture.message(id).total == 1)
            try await Self.topic(fixture, isOptedIn: false)
            let preference = try #require(await fixture.storage.preferences(externalID: "ann").first)
            #expect(preference.isDefault && !preference.isEnabled(on: .push))
        }
    }

    @Test(.rows("B44", "SF109")) func `a message to everybody does not keep one to a single person waiting`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            try await Self.topic(fixture)
            fixture.engine.stop()
            await fixture.time.waitUntilIdle()
            for index in 0..<SystemHandle.planPage * 3 { try await Self.choose(fixture, "user-\(index)", true) }
            try await fixture.device()
            var everybody: [Identifier] = []
            for _ in 0..<3 { everybody.append(try await fixture.send(["topic": "news", "title": "x"])) }
            let single = try await fixture.send()
            _ = try await fixture.plan()
            #expect(try await fixture.message(single).total == 1)
            // A step ends after two pages of the long ones, which share it.
            for id in everybody {
                #expect(try await fixture.message(id).total == 2 * SystemHandle.planPage / everybody.count)
            }
        }
    }
}
