internal import Foundation

/// How many pushes an app may send at a moment, given its rate and what it has sent.
///
/// Each push takes the time that the rate has for one. What was not used is forgotten after a fifth of a second, so an
/// app that was silent does not send all at once.
struct SendRate: Equatable {
    /// How many pushes a second, at least 1.
    let pushesPerSecond: Int
    /// When the time is over that the pushes so far take.
    private(set) var nextAt: Date

    private var gap: TimeInterval { 1 / Double(pushesPerSecond) }

    /// How far back unused time counts: a fifth of a second, or one push.
    private var memory: TimeInterval { max(0.2, gap) }

    init(pushesPerSecond: Int, nextAt: Date) {
        self.pushesPerSecond = max(1, pushesPerSecond)
        self.nextAt = nextAt
    }

    /// How many pushes may go out now.
    func available(now: Date) -> Int {
        let start = max(nextAt, now.addingTimeInterval(-memory))
        // A clock that was set back must not keep an app silent for long.
        if nextAt.timeIntervalSince(now) > 2 * memory + 1 { return 1 }
        return max(0, Int((now.timeIntervalSince(start) / gap + 1e-6).rounded(.down)))
    }

    /// When it is worth looking again: now if a push may go out, else once there is a tenth of a second's worth of them.
    func readyAt(now: Date) -> Date {
        available(now: now) > 0 ? now : max(nextAt, now.addingTimeInterval(-memory)).addingTimeInterval(max(0.1, gap))
    }

    /// Takes the time of pushes that go out now.
    mutating func spend(_ count: Int, now: Date) {
        let start = max(min(nextAt, now.addingTimeInterval(2 * memory + 1)), now.addingTimeInterval(-memory))
        nextAt = start.addingTimeInterval(Double(count) * gap)
    }
}
