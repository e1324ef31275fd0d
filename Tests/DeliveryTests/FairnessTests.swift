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

/// What is sent to many of one tenant's people leaves room for others, and keeps to the rate of its app.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct FairnessTests {
    /// Another tenant with one person and device.
    private static func other(_ fixture: DeliveryFixture) async throws -> TenantHandle {
        let now = fixture.time.now
        let tenant = try await fixture.system.makeTenant(
            slug: "other", name: "Other", identitySecret: [1], now: now)
        let handle = fixture.system.handle(for: tenant)
        let (app, _) = try await handle.makeApp(bundleID: "com.example.other", name: "Other", now: now)
        _ = try await handle.setCredential(
            app: app, environments: PushEnvironment.allCases, teamID: "TEAM000002", keyID: "KEY0000002",
            privateKey: "unused", now: now)
        _ = try await handle.register(
            DeviceRegistration(
                externalID: "zoe", isVerified: true, remembersVerification: false, installID: "install-zoe",
                bundleID: "com.example.other", token: "ff", environment: .sandbox, description: nil, encryption: nil),
            now: now)
        return handle
    }

    private static func crowd(_ fixture: DeliveryFixture, _ count: Int) async throws {
        for index in 0..<count { try await fixture.device("user-\(index)", token: String(index + 4_096, radix: 16)) }
        _ = try #require(
            await fixture.storage.makeTopic(slug: "news", TopicContent(name: "News"), now: fixture.time.now))
    }

    private static func setRate(_ fixture: DeliveryFixture, _ rate: Int?) async throws {
        let app = try #require(try await fixture.storage.app(bundleID: DeliveryFixture.bundleID))
        _ = try await fixture.storage.changeApp(app.id, name: nil) { $0.pushesPerSecond = rate }
    }

    @Test(.rows("SF109")) func `a claim is shared by the tenants that have something due, in equal parts`() async throws
    {
        try await DeliveryFixture.with { fixture in
            try await Self.crowd(fixture, 30)
            let other = try await Self.other(fixture)
            await fixture.settle()
            fixture.engine.stop()
            _ = try await fixture.send(["topic": "news", "title": "To everybody"])
            _ = try await fixture.plan()
            let body: JSONValue = ["to": "zoe", "title": "To one"]
            _ = try await fixture.acceptance.accept(
                body: body.encoded(), idempotencyKey: nil, storage: other, now: fixture.time.now)
            _ = try await fixture.plan()
            let now = fixture.time.now
            let batch = try await fixture.system.claim(limit: 10, lease: .seconds(60), now: now) {
                AttemptScreening.decide($0, now: now)
            }
            #expect(batch.deliveries.count { $0.externalID == "zoe" } == 1)
            #expect(batch.deliveries.count == 6)
            let next = try await fixture.system.claim(limit: 10, lease: .seconds(60), now: now) {
                AttemptScreening.decide($0, now: now)
            }
            #expect(next.deliveries.count == 10)
        }
    }

    @Test(.rows("SF109"))
    func `a message to all of one tenant is behind another's single push, however much of it waits`() async throws {
        var configuration = DeliveryEngine.Configuration()
        (configuration.batchLimit, configuration.batchesInFlight) = (10, 1)
        let order = Locked<[String]>([])
        let single = Locked<(@Sendable () async -> Void)?>(nil)
        try await DeliveryFixture.with(
            configuration: configuration,
            answer: { sent, _ in
                order.withLock { $0.append(sent.push.deviceToken) }
                // The single push is accepted while the first batch of the others is out.
                if let send = single.withLock({ taken in
                    defer { taken = nil }
                    return taken
                }) {
                    await send()
                }
                return .accepted(apnsID: sent.push.id, uniqueID: nil)
            }
        ) { fixture in
            try await Self.crowd(fixture, 120)
            let other = try await Self.other(fixture)
            let body: JSONValue = ["to": "zoe", "title": "To one"]
            let (acceptance, system, now) = (fixture.acceptance, fixture.system, fixture.time.now)
            single.withLock {
                $0 = {
                    _ = try? await acceptance.accept(
                        body: body.encoded(), idempotencyKey: nil, storage: other, now: now)
                    // How soon the engine comes to plan it is a matter of load.
                    _ = try? await system.plan(now: now, rules: .stored)
                }
            }
            let id = try await fixture.send(["topic": "news", "title": "To everybody"])
            await fixture.settle()
            #expect(try await fixture.message(id).outcomes[.sent] == 120)
            let place = try #require(order.withLock { $0.firstIndex(of: "ff") })
            #expect(place < 40, "after \(place) of 121")
        }
    }

    @Test(.rows("SF109")) func `pushes that hang for one tenant hold up no other's`() async throws {
        var configuration = DeliveryEngine.Configuration()
        (configuration.batchLimit, configuration.batchesPerApp, configuration.batchesInFlight) = (10, 2, 4)
        let hanging = Locked<[CheckedContinuation<Void, Never>]?>([])
        try await DeliveryFixture.with(
            configuration: configuration,
            answer: { sent, _ in
                if sent.push.deviceToken != "ff" {
                    await withCheckedContinuation { continuation in
                        let goesOn = hanging.withLock { hanging in
                            hanging?.append(continuation)
                            return hanging == nil
                        }
                        if goesOn { continuation.resume() }
                    }
                }
                return .accepted(apnsID: sent.push.id, uniqueID: nil)
            }
        ) { fixture in
            func count() -> Int { hanging.withLock { $0?.count ?? 0 } }
            try await Self.crowd(fixture, 60)
            let other = try await Self.other(fixture)
            let id = try await fixture.send(["topic": "news", "title": "To everybody"])
            while count() < 2 { await Task.yield() }
            let now = fixture.time.now
            let body: JSONValue = ["to": "zoe", "title": "To one"]
            _ = try await fixture.acceptance.accept(
                body: body.encoded(), idempotencyKey: nil, storage: other, now: now)
            func single() -> DeliveryFixture.Sent? { fixture.pushes.first { $0.push.deviceToken == "ff" } }
            while single() == nil, count() <= 2 { await Task.yield() }
            #expect(single()?.at == now && count() == 2)
            let waiting = hanging.withLock { hanging in
                defer { hanging = nil }
                return hanging ?? []
            }
            for one in waiting { one.resume() }
            await fixture.settle()
            #expect(try await fixture.message(id).outcomes[.sent] == 60)
        }
    }

    @Test(.rows("SF109")) func `an app that is not answered for long gets one batch at a time, until it is`() {
        var slots = BatchSlots(limit: 3, patience: .seconds(5))
        for _ in 0..<2 { slots.begin(1) }
        #expect(slots.busy.isEmpty)
        slots.begin(1)
        slots.begin(2)
        #expect(slots.busy == [1])
        for _ in 0..<3 { slots.end(1, took: .seconds(20)) }
        #expect(slots.busy.isEmpty)
        slots.begin(1)
        #expect(slots.busy == [1])
        slots.end(1, took: .seconds(20))
        slots.begin(1)
        #expect(slots.busy == [1])
        slots.end(1, took: .seconds(5))
        for _ in 0..<2 { slots.begin(1) }
        #expect(slots.busy.isEmpty)
    }

    @Test(.rows("SF109")) func `an app sends no faster than its rate, and all of it in the end`() async throws {
        try await DeliveryFixture.with { fixture in
            try await Self.crowd(fixture, 100)
            try await Self.setRate(fixture, 20)
            let start = fixture.time.now
            let id = try await fixture.send(["topic": "news", "title": "To everybody"])
            await fixture.settle()
            for _ in 0..<60 { await fixture.time.advance(by: .milliseconds(100)) }
            #expect(try await fixture.message(id).outcomes[.sent] == 100)
            let times = fixture.pushes.map { $0.at.timeIntervalSince(start) }.sorted()
            for (index, time) in times.enumerated() {
                let second = times.count { $0 >= time && $0 < time + 1 }
                #expect(second <= 24, "\(second) in the second after \(time), push \(index)")
            }
            #expect((times.last ?? 0) > 4.5 && (times.last ?? 0) < 5.5)
        }
    }

    @Test(.rows("SF109")) func `an app that waits for its rate keeps no other waiting`() async throws {
        try await DeliveryFixture.with { fixture in
            try await Self.crowd(fixture, 40)
            try await Self.setRate(fixture, 2)
            let other = try await Self.other(fixture)
            _ = try await fixture.send(["topic": "news", "title": "To everybody"])
            await fixture.settle()
            let before = fixture.time.now
            let body: JSONValue = ["to": "zoe", "title": "To one"]
            _ = try await fixture.acceptance.accept(
                body: body.encoded(), idempotencyKey: nil, storage: other, now: before)
            await fixture.settle()
            let push = try #require(fixture.pushes.first { $0.push.deviceToken == "ff" })
            #expect(push.at == before && fixture.pushes.count < 5)
            try await Self.setRate(fixture, nil)
            await fixture.time.advance(by: .seconds(1))
            #expect(fixture.pushes.count == 41)
        }
    }
}
