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

/// Random histories of a tenant: whatever happens in whatever order, what is counted is what the ledger holds.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct RandomHistoryTests {
    private static let people = (0..<8).map { "user-\($0)" }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `counts equal the ledger after any history`(seed: UInt64) async throws {
        let generator = Locked(SeededGenerator(seed: seed))
        @Sendable func random(_ limit: Int) -> Int { generator.withLock { Int.random(in: 0..<limit, using: &$0) } }
        try await DeliveryFixture.with(answer: { sent, _ in Self.answer(sent, random(20)) }) { fixture in
            for (number, person) in Self.people.enumerated() where number != 7 {
                try await fixture.device(person, token: "aa0\(number)")
                if number % 3 == 0 { try await fixture.device(person, token: "bb0\(number)") }
            }
            _ = try await fixture.storage.putSubscriber(
                externalID: "user-7", attributes: "{}", timeZone: nil, locale: nil, now: fixture.time.now)
            _ = try await fixture.storage.makeTopic(slug: "news", TopicContent(name: "News"), now: fixture.time.now)
            var messages: [Identifier] = []
            for step in 0..<40 {
                try await Self.act(fixture, &messages, random)
                // The check reads one thing after the other: nothing may happen meanwhile.
                if step % 10 == 9 {
                    await fixture.settle()
                    try await LedgerCheck(storage: fixture.storage).run("seed \(seed), step \(step)")
                }
            }
            // Whatever is left ends by its time to live.
            try await fixture.finish(messages)
            let outcomes = try await LedgerCheck(storage: fixture.storage).run("seed \(seed)")
            #expect(outcomes[.sent, default: 0] > 0)
            for id in messages { #expect(try await fixture.message(id).pending == 0, "seed \(seed)") }
        }
    }

    private static func answer(_ sent: DeliveryFixture.Sent, _ chance: Int) -> PushResult {
        switch chance {
        case 0: .rejected(Rejection(status: 410, reason: .unregistered, timestamp: sent.at))
        case 1: .rejected(Rejection(status: 400, reason: .badDeviceToken))
        case 2: .rejected(Rejection(status: 429, reason: .tooManyRequests))
        case 3: .rejected(Rejection(status: 500, reason: .internalServerError))
        case 4, 5: .notProcessed(APNsError(.refused, detail: "test"))
        case 6, 7: .ambiguous(APNsError(.connectionLost, detail: "test"))
        case 8: .ambiguous(APNsError(.timedOut, detail: "test"))
        case 9: .rejected(Rejection(status: 400, reason: .badTopic))
        default: .accepted(apnsID: sent.push.id, uniqueID: nil)
        }
    }

    private static func act(
        _ fixture: DeliveryFixture, _ messages: inout [Identifier], _ random: @escaping @Sendable (Int) -> Int
    ) async throws {
        let (storage, now) = (fixture.storage, fixture.time.now)
        let person = people[random(people.count)]
        switch random(12) {
        case 0...3:
            var body: JSONObject = ["title": "x", "ttlSeconds": .int([60, 3_600, 86_400][random(3)])]
            if random(3) == 0 { body["topic"] = "news" }
            if body["topic"] == nil || random(2) == 0 {
                body["to"] = .array((0...random(4)).map { .string(people[($0 + random(4)) % people.count]) })
            }
            messages.append(try await fixture.send(.object(body)))
        case 4: await fixture.settle()
        case 5: await fixture.time.advance(by: .seconds([5, 90, 1_000, 7_200][random(4)]))
        case 6: try await fixture.device(person, token: "aa0\(random(8))")
        case 7:
            if let id = messages.isEmpty ? nil : messages[random(messages.count)] {
                _ = try await storage.cancel(id, now: now)
                fixture.engine.wake()
            }
        case 8:
            let devices = try await storage.devices(externalID: person, before: nil, limit: 10).items
            if let device = devices.first { _ = try await storage.setDevice(device.id, enabled: random(2) == 0) }
        case 9...10:
            let devices = try await storage.devices(externalID: person, before: nil, limit: 10).items
            guard let device = devices.first, !messages.isEmpty else { return }
            let kind = ReceiptKind.allCases[random(ReceiptKind.allCases.count)]
            // The same report comes twice: a device repeats what it got no answer to.
            for _ in 0..<2 {
                _ = try await storage.record(
                    [
                        NewEvent(
                            clientID: nil, externalID: person, name: "$notification.\(kind.rawValue)", occurredAt: now,
                            data: Array("{}".utf8),
                            receipt: NewReceipt(
                                kind: kind, message: messages[random(messages.count)], delivery: nil, action: nil,
                                input: nil, reason: nil))
                    ], device: device, now: now)
            }
        default:
            _ = try await storage.changeSettings { $0.dailyCap = [nil, 2, 5][random(3)] }
        }
    }
}
