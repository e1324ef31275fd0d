import APNs
import Delivery
import Foundation
import Locking
import PushModel
import Storage
import TestSupport
import StorageTestSupport
import Testing
import Timekeeping

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct DeliveryEngineTests {
    private static func rejected(_ status: Int, _ reason: String, at timestamp: Date? = nil) -> PushResult {
        .rejected(Rejection(status: status, reason: RejectionReason(rawValue: reason), timestamp: timestamp))
    }

    @Test(.rows("B20", "B33")) func `a message for several people and devices is counted in full`() async throws {
        try await DeliveryFixture.with { fixture in
            try await fixture.device("ann", token: "a1")
            try await fixture.device("ann", token: "a2", environment: .production)
            try await fixture.device("bob", token: "b1")
            _ = try await fixture.storage.putSubscriber(
                externalID: "cem", attributes: "{}", timeZone: nil, locale: nil, now: fixture.time.now)
            let id = try await fixture.send(["to": ["ann", "bob", "cem"], "title": "Hello", "ttlSeconds": 3_600])
            await fixture.settle()
            let message = try await fixture.message(id)
            #expect(message.status == .completed && message.total == 4 && message.pending == 0)
            #expect(message.outcomes[.sent] == 3 && message.outcomes[.skipped] == 1)
            #expect(Set(fixture.pushes.map(\.push.deviceToken)) == ["a1", "a2", "b1"])
            #expect(fixture.pushes.first { $0.push.deviceToken == "a2" }?.environment == .production)
            let expected = fixture.time.now.addingTimeInterval(3_600)
            #expect(
                fixture.pushes.allSatisfy {
                    $0.push.expiration == .at(expected) && $0.push.collapseID == id.description
                })
            let deliveries = try await fixture.deliveries(id)
            for outcome in DeliveryOutcome.allCases {
                #expect(deliveries.count { $0.outcome == outcome } == message.outcomes[outcome])
            }
            #expect(deliveries.last?.reason == "no_device")
        }
    }

    @Test(.rows("B26", "B27", "B29")) func `a retry keeps its apns-id and each attempt is on record`() async throws {
        try await DeliveryFixture.with(answer: { sent, attempt in
            attempt < 3
                ? .ambiguous(APNsError(.connectionLost, detail: "test"))
                : .accepted(apnsID: sent.push.id, uniqueID: "u")
        }) { fixture in
            try await fixture.device()
            let id = try await fixture.send()
            await fixture.settle()
            #expect(fixture.pushes.count == 1)
            #expect(try await fixture.delivery(id).status == "retrying")
            await fixture.time.advance(by: .seconds(3))
            #expect(fixture.pushes.count == 1)
            await fixture.time.advance(by: .seconds(60))
            #expect(fixture.pushes.count == 3)
            #expect(Set(fixture.pushes.map(\.push.id)).count == 1)
            let delivery = try await fixture.delivery(id)
            #expect(delivery.outcome == .sent && delivery.attempts == 3 && delivery.ambiguous == 2)
            #expect(delivery.uniqueID == "u" && delivery.apnsID == fixture.pushes.first?.push.id)
            let attempts = try #require(try await fixture.storage.attempts(delivery: delivery.id))
            #expect(attempts.map(\.number) == [1, 2, 3])
            #expect(attempts.map(\.result) == ["ambiguous", "ambiguous", "accepted"])
            #expect(attempts[0].reason == "connection_lost" && attempts[0].nextAt != nil)
        }
    }

    @Test func `the apns-id is on record before the push goes out`() async throws {
        let seen = Locked<[String: String?]>([:])
        let storage = Locked<TenantHandle?>(nil)
        try await DeliveryFixture.with(answer: { sent, _ in
            let handle = storage.withLock { $0 }
            let message = sent.push.collapseID.flatMap { Identifier(.message, parsing: $0) }
            if let handle, let message {
                let page = try? await handle.deliveries(message: message, filter: .all, before: nil, limit: 1)
                let stored = page?.items.first?.apnsID?.uuidString
                seen.withLock { $0[sent.push.id.uuidString] = stored }
            }
            return .accepted(apnsID: sent.push.id, uniqueID: nil)
        }) { fixture in
            storage.withLock { $0 = fixture.storage }
            try await fixture.device()
            _ = try await fixture.send()
            await fixture.settle()
            let pairs = seen.withLock { $0 }
            #expect(pairs.count == 1)
            #expect(pairs.allSatisfy { $0.key == $0.value })
        }
    }

    @Test(.rows("B26", "SF57", "B31"))
    func `a lease that runs out is taken over with the same apns-id, and the late answer is ignored`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            try await fixture.device()
            // Its first look for work is over; what comes now is left to the test.
            await fixture.settle()
            fixture.engine.stop()
            let id = try await fixture.send()
            await fixture.settle()
            let time = fixture.time
            _ = try await fixture.plan()
            func claim() async throws -> ClaimedBatch {
                let now = time.now
                return try await fixture.system.claim(limit: 10, lease: .seconds(60), now: now) {
                    AttemptScreening.decide($0, now: now)
                }
            }
            let first = try #require(try await claim().deliveries.first)
            #expect(try await claim().deliveries.isEmpty)
            await time.advance(by: .seconds(59))
            #expect(try await claim().deliveries.isEmpty)
            await time.advance(by: .seconds(1))
            let second = try #require(try await claim().deliveries.first)
            #expect(second.apnsID == first.apnsID && second.attempts == 1)
            func record(_ delivery: DueDelivery, _ outcome: DeliveryOutcome) async throws {
                try await fixture.system.record(
                    [
                        AttemptRecord(
                            delivery: delivery.row, message: delivery.message, token: nil, tokenRegisteredAt: time.now,
                            number: delivery.attempts + 1, result: "accepted", next: .finish(outcome, reason: nil))
                    ], now: time.now)
            }
            try await record(first, .failed)
            #expect(try await fixture.delivery(id).outcome == nil)
            try await record(second, .sent)
            try await record(second, .failed)
            await time.advance(by: .seconds(3600))
            #expect(try await claim().deliveries.isEmpty, "what was sent is not tried again")
            let delivery = try await fixture.delivery(id)
            #expect(delivery.outcome == .sent && delivery.ambiguous == 1)
            #expect(try await fixture.message(id).outcomes[.sent] == 1)
            let attempts = try #require(try await fixture.storage.attempts(delivery: delivery.id))
            #expect(attempts.map(\.result) == ["ambiguous", "accepted"])
        }
    }

    @Test(.rows("B34"), arguments: [false, true])
    func `an attempt whose answer never came counts as ambiguous, also where no other follows`(waits: Bool) async throws
    {
        try await DeliveryFixture.with { fixture in
            fixture.engine.stop()
            await fixture.settle()
            try await fixture.device()
            let id = try await fixture.send()
            let now = fixture.time.now
            _ = try await fixture.plan()
            _ = try await fixture.system.claim(limit: 10, lease: .seconds(60), now: now) { _ in .attempt }
            await fixture.time.advance(by: .seconds(61))
            let later = fixture.time.now
            _ = try await fixture.system.claim(limit: 10, lease: .seconds(60), now: later) { _ in
                waits ? .wait(until: later.addingTimeInterval(60), reason: "test") : .finish(.expired, reason: "test")
            }
            let delivery = try await fixture.delivery(id)
            #expect(delivery.ambiguous == 1 && delivery.attempts == 1)
            try await LedgerCheck(storage: fixture.storage).run()
        }
    }

    @Test(.rows("CS-K5")) func `a bad token is tried in the other environment, which is then remembered`() async throws
    {
        try await DeliveryFixture.with(answer: { sent, _ in
            sent.environment == .production
                ? .accepted(apnsID: sent.push.id, uniqueID: nil) : Self.rejected(400, "BadDeviceToken")
        }) { fixture in
            let device = try await fixture.device(environment: .sandbox)
            let first = try await fixture.send()
            await fixture.settle()
            #expect(fixture.pushes.map(\.environment) == [.sandbox, .production])
            #expect(try await fixture.delivery(first).outcome == .sent)
            #expect(try await fixture.storage.device(device.id)?.token?.environment == .production)
            _ = try await fixture.send()
            await fixture.settle()
            #expect(fixture.pushes.map(\.environment) == [.sandbox, .production, .production])
        }
    }

    @Test func `a token that is bad everywhere is flagged, kept, and good again once registered`() async throws {
        let isGood = Locked(false)
        try await DeliveryFixture.with(answer: { sent, _ in
            isGood.withLock { $0 }
                ? .accepted(apnsID: sent.push.id, uniqueID: nil) : Self.rejected(400, "BadDeviceToken")
        }) { fixture in
            let device = try await fixture.device()
            let id = try await fixture.send()
            await fixture.settle()
            #expect(fixture.pushes.map(\.environment) == [.sandbox, .production])
            #expect(try await fixture.delivery(id).outcome == .invalid)
            let flagged = try #require(try await fixture.storage.device(device.id)?.token)
            #expect(!flagged.isValid && flagged.reason == "BadDeviceToken")
            let skipped = try await fixture.send()
            await fixture.settle()
            #expect(try await fixture.delivery(skipped).reason == "invalid_token")
            isGood.withLock { $0 = true }
            try await fixture.device()
            let back = try await fixture.send()
            await fixture.settle()
            #expect(try await fixture.delivery(back).outcome == .sent)
        }
    }

    @Test func `a 410 that is older than the last registration does not retire the device`() async throws {
        let timestamp = Locked<Date?>(nil)
        try await DeliveryFixture.with(answer: { sent, attempt in
            attempt == 1
                ? Self.rejected(410, "Unregistered", at: timestamp.withLock { $0 })
                : .accepted(apnsID: sent.push.id, uniqueID: nil)
        }) { fixture in
            let device = try await fixture.device()
            timestamp.withLock { $0 = fixture.time.now.addingTimeInterval(-0.001) }
            let id = try await fixture.send()
            await fixture.settle()
            #expect(try await fixture.storage.device(device.id)?.token?.isValid == true)
            await fixture.time.advance(by: .seconds(10))
            #expect(try await fixture.delivery(id).outcome == .sent)
            timestamp.withLock { $0 = fixture.time.now }
            let second = try await fixture.send()
            await fixture.settle()
            #expect(try await fixture.delivery(second).outcome == .invalid)
            #expect(try await fixture.storage.device(device.id)?.token?.isValid == false)
        }
    }

    @Test(.rows("B30")) func `a device that was muted after planning is skipped at the attempt`() async throws {
        try await DeliveryFixture.with(answer: { _, _ in .ambiguous(APNsError(.timedOut, detail: "test")) }) {
            fixture in
            let device = try await fixture.device()
            let id = try await fixture.send()
            await fixture.settle()
            _ = try await fixture.storage.setDevice(device.id, enabled: false)
            await fixture.time.advance(by: .seconds(120))
            let delivery = try await fixture.delivery(id)
            #expect(delivery.outcome == .skipped && delivery.reason == "unsubscribed")
            #expect(fixture.pushes.count == 1)
        }
    }

    @Test func `a device that changed hands does not get the former subscriber's message`() async throws {
        try await DeliveryFixture.with(answer: { _, _ in .ambiguous(APNsError(.timedOut, detail: "test")) }) {
            fixture in
            try await fixture.device("ann")
            let id = try await fixture.send()
            await fixture.settle()
            try await fixture.device("bob")
            await fixture.time.advance(by: .seconds(120))
            #expect(try await fixture.delivery(id).reason == "unsubscribed")
            #expect(fixture.pushes.count == 1)
        }
    }

    @Test(.rows("B14")) func `a delivery that finds no ear in its time expires with its last reason`() async throws {
        try await DeliveryFixture.with(answer: { _, _ in Self.rejected(500, "InternalServerError") }) { fixture in
            try await fixture.device()
            let id = try await fixture.send(["to": "ann", "title": "x", "ttlSeconds": 1_200])
            await fixture.settle()
            await fixture.time.advance(by: .seconds(899))
            #expect(fixture.pushes.count == 1)
            await fixture.time.advance(by: .seconds(400))
            let delivery = try await fixture.delivery(id)
            #expect(delivery.outcome == .expired && delivery.reason == "provider_unavailable")
            #expect(delivery.providerReason == "InternalServerError")
            #expect(try await fixture.message(id).status == .completed)
        }
    }

    @Test func `too many requests hold back the device's other messages too, and nobody else's`() async throws {
        try await DeliveryFixture.with(answer: { sent, attempt in
            sent.push.deviceToken == "a1" && attempt == 1 && sent.push.collapseID?.isEmpty == false
                && sent.at.timeIntervalSince1970 == 1_767_225_600
                ? Self.rejected(429, "TooManyRequests") : .accepted(apnsID: sent.push.id, uniqueID: nil)
        }) { fixture in
            try await fixture.device("ann", token: "a1")
            try await fixture.device("bob", token: "b1")
            _ = try await fixture.send()
            await fixture.settle()
            #expect(fixture.pushes.count == 1)
            await fixture.time.advance(by: .seconds(30))
            let second = try await fixture.send()
            let other = try await fixture.send(["to": "bob", "title": "x"])
            await fixture.settle()
            #expect(try await fixture.delivery(second).outcome == nil)
            #expect(try await fixture.delivery(other).outcome == .sent)
            await fixture.time.advance(by: .seconds(60))
            #expect(try await fixture.delivery(second).outcome == .sent)
            #expect(fixture.pushes.count == 4)
        }
    }

    @Test(.rows("B28")) func `an app without a credential fails its deliveries and says why`() async throws {
        try await DeliveryFixture.with(environments: [.production]) { fixture in
            try await fixture.device(environment: .sandbox)
            let id = try await fixture.send()
            await fixture.settle()
            let delivery = try await fixture.delivery(id)
            #expect(delivery.outcome == .failed && delivery.reason == "no_credential")
        }
    }

    @Test(.rows("B25")) func `an audience is walked in pages with a cursor that survives`() async throws {
        try await DeliveryFixture.with { fixture in
            fixture.engine.stop()
            await fixture.settle()
            var names: [JSONValue] = []
            for index in 0..<(SystemHandle.planPage + 50) {
                try await fixture.device("u\(index)", token: String(10_000 + index, radix: 16) + "0000")
                names.append(.string("u\(index)"))
            }
            let id = try await fixture.send(["to": .array(names), "title": "x"])
            let first = try await fixture.plan()
            #expect(first.deliveries == SystemHandle.planPage)
            #expect(try await fixture.message(id).status == .processing)
            let second = try await fixture.plan()
            #expect(second.deliveries == 50)
            let third = try await fixture.plan()
            #expect(third.deliveries == 0 && third.messages == 0)
            #expect(try await fixture.message(id).total == names.count)
        }
    }

    @Test func `what was under lease when the process died goes out at the next start with the same apns-id`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            fixture.engine.stop()
            await fixture.settle()
            try await fixture.device()
            let id = try await fixture.send()
            let now = fixture.time.now
            _ = try await fixture.plan()
            let claimed = try await fixture.system.claim(limit: 10, lease: .seconds(60), now: now) { _ in .attempt }
            #expect(try await fixture.system.releaseLeases(now: now) == 1)
            let again = try await fixture.system.claim(limit: 10, lease: .seconds(60), now: now) { _ in .attempt }
            #expect(again.deliveries.map(\.apnsID) == claimed.deliveries.map(\.apnsID))
            #expect(try await fixture.delivery(id).ambiguous == 1)
        }
    }
}
