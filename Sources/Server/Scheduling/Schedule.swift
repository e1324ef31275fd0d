package import Foundation
package import PushModel

/// When a message goes out: at a time by the clocks of one zone, or by the clocks of each subscriber's own.
package struct Schedule: Sendable, Hashable {
    /// What the clocks show.
    package var at: WallClock
    /// Whose clocks.
    package var place: Place
    /// What happens where the clocks are put forward over the time.
    package var gap: Gap = .shift
    /// What happens where the clocks are put back and show the time twice.
    package var fold: Fold = .first

    /// Whose clocks count.
    package enum Place: Sendable, Hashable {
        /// Those of a zone, by its IANA name.
        case zone(String)
        /// Those of each subscriber's zone; of the default where it is not known.
        case subscriber(default: String)
    }

    /// A time that does not exist on that day.
    package enum Gap: String, Sendable, Hashable, CaseIterable {
        /// As long after the change as the time lies behind it: 02:30 becomes 03:30.
        case shift
        /// The moment of the change: 02:30 becomes 03:00.
        case next
        /// Not at all.
        case skip
    }

    /// A time that exists twice on that day.
    package enum Fold: String, Sendable, Hashable, CaseIterable {
        case first, second
    }

    /// Makes a schedule.
    package init(at: WallClock, place: Place, gap: Gap = .shift, fold: Fold = .first) {
        self.at = at
        self.place = place
        self.gap = gap
        self.fold = fold
    }

    /// A moment, and why it is this one.
    package struct Moment: Sendable, Hashable {
        /// When the message goes out; nil if the policy skips it.
        package let date: Date?
        /// What the change of the clocks did to it.
        package let note: Note

        /// What a change of the clocks does to a time.
        package enum Note: String, Sendable, Hashable {
            /// Nothing.
            case none
            /// It does not exist; it is put off.
            case gap
            /// It exists twice; one of the two is taken.
            case fold
        }
    }

    /// The moment by the clocks of a zone.
    package func moment(in zone: TimeZone) -> Moment {
        switch ZonedClock(at, in: zone).moments {
        case .once(let date): Moment(date: date, note: .none)
        case .twice(let first, let second): Moment(date: fold == .first ? first : second, note: .fold)
        case .never(let change, let seconds):
            switch gap {
            case .skip: Moment(date: nil, note: .gap)
            case .next: Moment(date: change, note: .gap)
            case .shift: Moment(date: shifted(over: change, seconds, in: zone), note: .gap)
            }
        }
    }

    private func shifted(over change: Date, _ seconds: Int, in zone: TimeZone) -> Date {
        let before = zone.secondsFromGMT(for: change.addingTimeInterval(-1))
        var asBefore = at
        asBefore.offset = before
        return asBefore.moment(in: zone) ?? change
    }

    /// The moment for a subscriber.
    ///
    /// - Parameter timeZone: The subscriber's own zone; a name that is not known counts as none.
    /// - Returns: The moment by those clocks.
    package func moment(for timeZone: String?) -> Moment {
        switch place {
        case .zone(let name): moment(in: Self.zone(name))
        case .subscriber(let fallback): moment(in: timeZone.flatMap(TimeZone.init(identifier:)) ?? Self.zone(fallback))
        }
    }

    private static func zone(_ name: String) -> TimeZone { TimeZone(identifier: name) ?? .gmt }

    /// The first and the last moment at which it can go out anywhere.
    ///
    /// For the subscribers' own zones that is from UTC+14 to UTC-12, and a day more where clocks can be changed.
    package var window: ClosedRange<Date>? {
        switch place {
        case .zone(let name):
            return moment(in: Self.zone(name)).date.map { $0...$0 }
        case .subscriber:
            var greenwich = at
            greenwich.offset = 0
            guard let shown = greenwich.moment(in: .gmt) else { return nil }
            return shown.addingTimeInterval(-14 * 3_600)...shown.addingTimeInterval(12 * 3_600)
        }
    }
}
