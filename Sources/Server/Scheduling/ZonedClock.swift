package import Foundation
package import PushModel

/// When the clocks of a time zone show a time: once as a rule, never or twice where they are put forward or back.
package struct ZonedClock: Sendable {
    /// What the clocks show.
    package let clock: WallClock
    /// Where they hang.
    package let zone: TimeZone

    /// Sets clocks in a zone to a time; an offset of the time counts for nothing.
    package init(_ clock: WallClock, in zone: TimeZone) {
        self.clock = clock
        self.zone = zone
    }

    /// What the clocks do at the time.
    package enum Moments: Sendable, Hashable {
        /// They show it once.
        case once(Date)
        /// They show it twice, because they are put back in between.
        case twice(Date, Date)
        /// They skip it: they are put forward at the moment, by as many seconds.
        case never(skippedAt: Date, seconds: Int)
    }

    /// No zone is further from Greenwich than 14 hours, nor puts its clocks by more than a day.
    private static let reach = 40.0 * 3_600

    /// The moments at which the clocks show the time.
    package var moments: Moments {
        let shown = Date(timeIntervalSince1970: Double(Self.secondsFrom1970(clock)))
        let (start, end) = (shown.addingTimeInterval(-Self.reach), shown.addingTimeInterval(Self.reach))
        let (before, after) = (offset(at: start), offset(at: end))
        // One change in these days is all there ever was; the same offset on both sides means none.
        guard before != after else { return .once(shown.addingTimeInterval(-Double(before))) }
        let change = change(between: start, and: end, from: before)
        let early = shown.addingTimeInterval(-Double(before))
        let late = shown.addingTimeInterval(-Double(after))
        switch (early < change, late >= change) {
        case (true, true): return .twice(early, late)
        case (true, false): return .once(early)
        case (false, true): return .once(late)
        case (false, false): return .never(skippedAt: change, seconds: after - before)
        }
    }

    private func offset(at moment: Date) -> Int { zone.secondsFromGMT(for: moment) }

    /// The first whole second with another offset than `before`.
    private func change(between start: Date, and end: Date, from before: Int) -> Date {
        var low = Int(start.timeIntervalSince1970)
        var high = Int(end.timeIntervalSince1970)
        while high - low > 1 {
            let middle = (low + high) / 2
            if offset(at: Date(timeIntervalSince1970: Double(middle))) == before { low = middle } else { high = middle }
        }
        return Date(timeIntervalSince1970: Double(high))
    }

    /// The seconds from 1970 to a time, were it shown in Greenwich.
    private static func secondsFrom1970(_ clock: WallClock) -> Int {
        var greenwich = clock
        greenwich.offset = 0
        return greenwich.moment(in: .gmt).map { Int($0.timeIntervalSince1970) } ?? 0
    }
}
