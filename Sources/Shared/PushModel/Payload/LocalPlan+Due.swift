package import Foundation

extension LocalPlan {
    /// What the system's names for plans begin with.
    package static let identifierPrefix = "tidings.local."

    /// What the clocks of a zone show when it is due, and when that is as things stand; nil if its time is none.
    ///
    /// The quiet hours are counted.
    package func due(in zone: TimeZone) -> (clock: WallClock, date: Date)? {
        guard var clock = WallClock(at) else { return nil }
        if clock.offset != nil {
            guard let moment = clock.moment(in: zone) else { return nil }
            clock = WallClock(moment, in: zone)
        }
        if let quiet { clock = clock.after(quiet) }
        return clock.moment(in: zone).map { (clock, $0) }
    }

    /// Whether a name is another, or goes on with a colon after it.
    package static func name(_ name: String, isWithin group: String) -> Bool {
        name == group || name.hasPrefix(group + ":")
    }
}
