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

/// Hours in which APNs does not work, on virtual time: nothing is lost, and nothing is sent twice without being counted.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct FaultStormTests {
    private static let deviceCount = 10

    private func people(_ fixture: DeliveryFixture) async throws -> JSONValue {
        for number in 0..<Self.deviceCount {
            try await fixture.device("user-\(number)", token: "aa\(String(number + 256, radix: 16))0")
        }
        return .array((0..<Self.deviceCount).map { .string("user-\($0)") })
    }

    @Test func `an hour without APNs loses nothing, and what expires meanwhile says so`() async throws {
        let begin = Locked<Date?>(nil)
        try await DeliveryFixture.with(answer: { sent, _ in
            let start = begin.withLock { first in
                first = first ?? sent.at
                return first ?? sent.at
            }
            return sent.at < start.addingTimeInterval(3_600)
                ? .notProcessed(APNsError(.unreachable, detail: "test"))
                : .accepted(apnsID: sent.push.id, uniqueID: nil)
        }) { fixture in
            let people = try await people(fixture)
            let id = try await fixture.send(["to": people, "title": "x"])
            let brief = try await fixture.send(["to": people, "title": "y", "ttlSeconds": 900])
            await fixture.settle()
            #expect(try await fixture.message(id).pending == Self.deviceCount)
            await fixture.time.advance(by: .seconds(1_800))
            let late = try await fixture.send(["to": people, "title": "z"])
            await fixture.settle()
            await fixture.time.advance(by: .seconds(1_799))
            #expect(try await fixture.message(id).outcomes[.sent] == 0)
            #expect(try await fixture.message(brief).outcomes[.expired] == Self.deviceCount)
            #expect(try await fixture.deliveries(brief).allSatisfy { $0.reason == "not_processed" })
            // The delays grow up to an hour: nothing waits longer than that once APNs is back.
            let begin = fixture.time.now
            try await fixture.finish([id, late])
            #expect(fixture.time.now.timeIntervalSince(begin) < 5_400)
            for message in [id, late] {
                #expect(try await fixture.message(message).outcomes[.sent] == Self.deviceCount)
            }
            // A closed door is not knocked on all the time: each of the seven delays has a try and one at once after it.
            let tries = Dictionary(grouping: fixture.pushes, by: \.push.id).values.map(\.count).max()
            #expect((tries ?? 0) <= 16)
            try await LedgerCheck(storage: fixture.storage).run()
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `a storm of 429 and 5xx ends with one outcome for each delivery, and devices that asked for peace get it`(
        seed: UInt64
    ) async throws {
        let generator = Locked(SeededGenerator(seed: seed))
        let paused = Locked<[String: (from: Date, until: Date)]>([:])
        let disturbed = Locked(0)
        try await DeliveryFixture.with(answer: { sent, attempt in
            let token = sent.push.deviceToken
            // What is in the same batch as the push that was refused goes out with it.
            if let pause = paused.withLock({ $0[token] }), pause.from < sent.at, sent.at < pause.until {
                disturbed.withLock { $0 += 1 }
            }
            // Three bad tries each, then all is well.
            guard attempt <= 3 else { return .accepted(apnsID: sent.push.id, uniqueID: nil) }
            let answers: [(Int, RejectionReason)] = [
                (429, .tooManyRequests), (500, .internalServerError), (503, .serviceUnavailable), (503, .shutdown),
                (429, .tooManyProviderTokenUpdates),
            ]
            let (status, reason) = generator.withLock { answers[Int.random(in: 0..<answers.count, using: &$0)] }
            if reason == .tooManyRequests {
                paused.withLock { $0[token] = (sent.at, sent.at.addingTimeInterval(60)) }
            }
            return .rejected(Rejection(status: status, reason: reason))
        }) { fixture in
            let people = try await people(fixture)
            var messages: [Identifier] = []
            for number in 0..<3 {
                messages.append(try await fixture.send(["to": people, "title": .string("\(number)")]))
                await fixture.settle()
                await fixture.time.advance(by: .seconds(20))
            }
            try await fixture.finish(messages)
            for id in messages {
                let message = try await fixture.message(id)
                #expect(message.status == .completed && message.outcomes[.sent] == Self.deviceCount, "seed \(seed)")
            }
            #expect(disturbed.withLock { $0 } == 0, "seed \(seed)")
            try await LedgerCheck(storage: fixture.storage).run("seed \(seed)")
        }
    }

    @Test func `planning and sending both go on after an outage of the database that hit them together`() async throws {
        let time = VirtualTime.forTest()
        try await TestDatabase.with(time: time) { test in
            try await test.database.migrate(Schema.sqlite, now: time.now)
            let database = UnreachableDatabase(test.database)
            let system = SystemHandle(database: database)
            let sent = Locked(0)
            let engine = DeliveryEngine(
                storage: system,
                sender: PushSender { batch, _ in
                    sent.withLock { $0 += batch.count }
                    return batch.map { .accepted(apnsID: $0.id, uniqueID: nil) }
                }, time: time, log: .none)
            let tenant = try await system.makeTenant(slug: "default", name: "D", identitySecret: [7], now: time.now)
            let storage = system.handle(for: tenant)
            let (app, _) = try await storage.makeApp(bundleID: DeliveryFixture.bundleID, name: "App", now: time.now)
            _ = try await storage.setCredential(
                app: app, environments: PushEnvironment.allCases, teamID: "TEAM000001", keyID: "KEY0000001",
                privateKey: "unused", now: time.now)
            _ = try await storage.register(
                DeviceRegistration(
                    externalID: "ann", isVerified: true, remembersVerification: false, installID: "i",
                    bundleID: DeliveryFixture.bundleID, token: "ab12", environment: .sandbox, description: nil,
                    encryption: nil), now: time.now)
            async let run: Void = engine.run()
            for round in 1...3 {
                await time.waitUntilIdle()
                database.setAway(true)
                let before = database.refusals
                engine.lookForWork()
                // Both loops have failed, and rest.
                while database.refusals < before + 2 { await Task.yield() }
                await time.waitForSleepers(2)
                await time.advance(by: .seconds(2))
                database.setAway(false)
                await time.advance(by: .seconds(2))
                _ = try await MessageAcceptance { engine.wake() }.accept(
                    body: JSONValue.object(["to": "ann", "title": "x"]).encoded(), idempotencyKey: nil,
                    storage: storage,
                    now: time.now)
                await time.waitUntilIdle()
                while sent.withLock({ $0 }) < round {
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
            engine.stop()
            await run
        }
    }

    @Test func `a clock that is set back or forward holds nothing up for longer than it moved, and loses nothing`()
        async throws
    {
        let isBroken = Locked(true)
        try await DeliveryFixture.with(answer: { sent, _ in
            isBroken.withLock { $0 }
                ? .notProcessed(APNsError(.unreachable, detail: "test"))
                : .accepted(apnsID: sent.push.id, uniqueID: nil)
        }) { fixture in
            try await fixture.device()
            let before = try await fixture.send()
            await fixture.settle()
            #expect(try await fixture.delivery(before).status == "retrying")
            isBroken.withLock { $0 = false }
            // Back: what is new goes out at once, what waits does so for as much longer.
            fixture.time.shiftWallClock(by: -3_600)
            let after = try await fixture.send()
            await fixture.settle()
            #expect(try await fixture.delivery(after).outcome == .sent)
            await fixture.time.advance(by: .seconds(3_500))
            #expect(try await fixture.delivery(before).outcome == nil)
            await fixture.time.advance(by: .seconds(200))
            await fixture.settle()
            #expect(try await fixture.delivery(before).outcome == .sent)
            // Forward: what waited for the time in between is due, and what has expired by the new clock says so.
            isBroken.withLock { $0 = true }
            let long = try await fixture.send(["to": "ann", "title": "x"])
            let brief = try await fixture.send(["to": "ann", "title": "x", "ttlSeconds": 600])
            await fixture.settle()
            isBroken.withLock { $0 = false }
            fixture.time.shiftWallClock(by: 7_200)
            await fixture.time.advance(by: .seconds(60))
            await fixture.settle()
            #expect(try await fixture.delivery(long).outcome == .sent)
            #expect(try await fixture.delivery(brief).outcome == .expired)
            try await LedgerCheck(storage: fixture.storage).run()
        }
    }

    @Test func `a clock that jumps while a push is under way may repeat it, under the same id and counted`()
        async throws
    {
        let fixtures = Locked<DeliveryFixture?>(nil)
        let (answered, answer) = AsyncStream<Void>.makeStream()
        try await DeliveryFixture.with(answer: { sent, attempt in
            if attempt == 1 {
                // The answer of the first try comes only after the second was accepted.
                fixtures.withLock { $0 }?.time.shiftWallClock(by: 3_600)
                fixtures.withLock { $0 }?.engine.lookForWork()
                for await _ in answered { break }
            } else {
                answer.finish()
            }
            return .accepted(apnsID: sent.push.id, uniqueID: nil)
        }) { fixture in
            fixtures.withLock { $0 = fixture }
            try await fixture.device()
            let id = try await fixture.send()
            await fixture.settle()
            let delivery = try await fixture.delivery(id)
            #expect(delivery.outcome == .sent && delivery.attempts == 2 && delivery.ambiguous == 1)
            #expect(Set(fixture.pushes.map(\.push.id)).count == 1 && fixture.pushes.count == 2)
            fixtures.withLock { $0 = nil }
        }
    }
}
