import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct SendRateTests {
    private static let start = Date(timeIntervalSince1970: 1_790_000_000)

    @Test(.rows("SF109"), arguments: [1, 3, 100, 7_001])
    func `over a minute no more go out than the rate says, whenever somebody looks`(rate: Int) {
        var limit = SendRate(pushesPerSecond: rate, nextAt: .distantPast)
        var generator = SeededGenerator(seed: UInt64(rate))
        var (now, sent) = (Self.start, 0)
        while now < Self.start.addingTimeInterval(60) {
            let count = limit.available(now: now)
            #expect(limit.readyAt(now: now) == now || count == 0)
            let taken = Int.random(in: 0...count, using: &generator)
            limit.spend(taken, now: now)
            sent += taken
            now.addTimeInterval(.random(in: 0.001...0.15, using: &generator))
        }
        #expect(sent <= rate * 60 + max(1, rate / 5))
    }

    @Test(.rows("SF109"), arguments: [1, 100, 7_001]) func `who takes what there is, when it is there, loses nothing`(
        rate: Int
    ) {
        var limit = SendRate(pushesPerSecond: rate, nextAt: .distantPast)
        var (now, sent) = (Self.start, 0)
        while now < Self.start.addingTimeInterval(60) {
            let count = limit.available(now: now)
            limit.spend(count, now: now)
            sent += count
            now = max(limit.readyAt(now: now), now.addingTimeInterval(0.01))
        }
        #expect(sent >= rate * 60 - rate / 5 - 1)
    }

    @Test func `a clock that was set back keeps nobody silent`() {
        var limit = SendRate(pushesPerSecond: 10, nextAt: Self.start)
        let past = Self.start.addingTimeInterval(-3_600)
        #expect(limit.available(now: past) > 0)
        limit.spend(1, now: past)
        #expect(limit.readyAt(now: past.addingTimeInterval(2)) <= past.addingTimeInterval(3))
    }
}
