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

/// Audiences that are many times larger than what the engine takes at once.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct LargeAudienceTests {
    private static func small() -> DeliveryEngine.Configuration {
        var configuration = DeliveryEngine.Configuration()
        (configuration.batchLimit, configuration.batchesInFlight) = (10, 2)
        return configuration
    }

    private func people(_ fixture: DeliveryFixture, _ count: Int) async throws -> JSONValue {
        for number in 0..<count {
            try await fixture.device("user-\(number)", token: "a\(String(number + 256, radix: 16))")
        }
        return .array((0..<count).map { .string("user-\($0)") })
    }

    @Test(.rows("SF68")) func `no more than a few batches are under way, however many people wait`() async throws {
        let (opened, open) = AsyncStream<Void>.makeStream()
        let underWay = Locked((now: 0, most: 0))
        try await DeliveryFixture.with(
            configuration: Self.small(),
            answer: { sent, _ in
                underWay.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
                for await _ in opened { break }
                underWay.withLock { $0.now -= 1 }
                return .accepted(apnsID: sent.push.id, uniqueID: nil)
            }
        ) { fixture in
            let people = try await people(fixture, 100)
            let id = try await fixture.send(["to": people, "title": "x"])
            // The sender of this fixture works a batch off one push at a time: two batches, two pushes.
            while underWay.withLock({ $0.now }) < 2 { await Task.yield() }
            let claimed = try await fixture.deliveries(id).count { $0.attempts > 0 }
            #expect(claimed == 20)
            open.finish()
            await fixture.settle()
            #expect(try await fixture.message(id).outcomes[.sent] == 100)
            #expect(underWay.withLock { $0.most } == 2)
        }
    }
}
