import APNs
import Delivery
import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping

@Suite(.onBothEngines, .timeLimit(.minutes(4)))
struct AudienceDeliveryTests {
    private static let pros: JSONValue = ["ref": "attributes.plan", "eq": "pro"]

    private static func person(_ fixture: DeliveryFixture, _ name: String, _ attributes: String) async throws {
        _ = try await fixture.storage.putSubscriber(
            externalID: name, attributes: attributes, timeZone: nil, locale: nil, now: fixture.time.now)
    }

    @Test(.rows("B11", "B25"))
    func `an expression that holds of few looks at a bounded number of people in each step`() async throws {
        try await DeliveryFixture.with { fixture in
            fixture.engine.stop()
            await fixture.time.waitUntilIdle()
            // A hundred at a time share a commit.
            for start in stride(from: 0, to: 10_010, by: 100) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for index in start..<min(start + 100, 10_010) {
                        let attributes = index % 5_000 == 4 ? #"{"plan":"pro"}"# : "{}"
                        group.addTask { try await Self.person(fixture, "user-\(index)", attributes) }
                    }
                    try await group.waitForAll()
                }
            }
            for (index, token) in [(4, "aa01"), (5_004, "aa02"), (10_004, "aa03"), (7, "aa04")] {
                try await fixture.device("user-\(index)", token: token)
            }
            let id = try await fixture.send(["where": Self.pros, "title": "x"])
            var steps: [PlanProgress] = []
            repeat { steps.append(try await fixture.plan()) } while steps.last?.messages != 0
            #expect(steps.map(\.deliveries) == [1, 1, 1, 0])
            #expect(try await fixture.message(id).total == 3)
        }
    }

    @Test(.rows("B11", "B46")) func `a message keeps the version of the segment that it was accepted for`() async throws
    {
        try await DeliveryFixture.with { fixture in
            try await Self.person(fixture, "ann", #"{"plan":"pro"}"#)
            try await Self.person(fixture, "bob", "{}")
            try await fixture.device("ann", token: "aa01")
            try await fixture.device("bob", token: "aa02")
            _ = try await fixture.storage.makeSegment(
                slug: "pros", name: "Pros", expression: Self.pros.description, now: fixture.time.now)
            fixture.engine.stop()
            await fixture.time.waitUntilIdle()
            let id = try await fixture.send(["segment": "pros", "title": "x"])
            _ = try await fixture.storage.changeSegment(
                slug: "pros", name: nil, expression: (["not": Self.pros] as JSONValue).description,
                now: fixture.time.now)
            _ = try await fixture.storage.removeSegment(slug: "pros", now: fixture.time.now)
            _ = try await fixture.plan()
            #expect(try await fixture.deliveries(id).map(\.externalID) == ["ann"])
            #expect(try await fixture.message(id).segment?.version == 1)
        }
    }

    @Test(.rows("B11")) func `a topic narrows an expression, and an expression a topic`() async throws {
        try await DeliveryFixture.with { fixture in
            _ = try await fixture.storage.makeTopic(
                slug: "news", TopicContent(name: "News"), now: fixture.time.now)
            for (name, plan, token) in [("ann", "pro", "aa01"), ("bob", "pro", "aa02"), ("cid", "free", "aa03")] {
                try await Self.person(fixture, name, "{\"plan\":\"\(plan)\"}")
                try await fixture.device(name, token: token)
            }
            _ = try await fixture.storage.setPreferences(
                externalID: "bob", [("news", .all(false))], makesSubscriber: false, now: fixture.time.now)
            let id = try await fixture.send(["where": Self.pros, "topic": "news", "title": "x"])
            await fixture.settle()
            #expect(try await fixture.deliveries(id).map(\.externalID) == ["ann"])
            #expect(fixture.pushes.map(\.push.deviceToken) == ["aa01"])
        }
    }

    @Test(.rows("B11", "B43")) func `who was merged while the message was planned is judged as the person`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            fixture.engine.stop()
            await fixture.time.waitUntilIdle()
            for (past, person, plan) in [("anon_1", "ann", "pro"), ("anon_2", "bob", "free")] {
                try await Self.person(fixture, person, "{\"plan\":\"\(plan)\"}")
                try await fixture.device(past, token: "a\(past.suffix(1))")
            }
            let id = try await fixture.send(["where": Self.pros, "title": "x"])
            await fixture.time.advance(by: .seconds(1))
            for (past, person) in [("anon_1", "ann"), ("anon_2", "bob")] {
                _ = try await fixture.storage.identify(
                    externalID: person, anonymousID: past, isVerified: true, now: fixture.time.now)
            }
            while try await fixture.plan().messages > 0 {}
            let deliveries = try await fixture.deliveries(id)
            #expect(deliveries.map(\.externalID) == ["ann"])
            #expect(deliveries.allSatisfy { $0.deviceID != nil })
        }
    }
}
