package import Foundation
package import PushModel

/// Hours of the day in which pushes wait, by the clocks of one zone.
package struct QuietHours: Sendable {
    private let hours: LocalPlan.QuietHours
    private let zone: TimeZone

    /// Sets the hours in a zone.
    package init(_ hours: LocalPlan.QuietHours, in zone: TimeZone) {
        self.hours = hours
        self.zone = zone
    }

    /// When they are over; nil if it is not quiet at the moment.
    ///
    /// The first minute is quiet, the last is not. Where the clocks skip the end, they are over at the change.
    package func end(at moment: Date) -> Date? {
        let clock = WallClock(moment, in: zone)
        let end = clock.after(hours)
        guard end != clock else { return nil }
        let over =
            switch ZonedClock(end, in: zone).moments {
            case .once(let date): date
            // The second one, unless the first is still to come: never later than the hours say on the wall.
            case .twice(let first, let second): first > moment ? first : second
            case .never(let change, _): change
            }
        return over > moment ? over : nil
    }
}
