package import Foundation
package import PushModel

/// When a plan is due on a phone, quiet hours counted.
package struct LocalDue: Sendable, Equatable {
    /// The moment, as things stand.
    package let date: Date
    /// What the clock shows then, for the system's schedule.
    ///
    /// Without a time zone it follows the phone: nine o'clock is nine o'clock wherever the person has gone.
    package let components: DateComponents

    /// Works out a plan; nil if its time is none.
    package init?(_ plan: LocalPlan, in zone: TimeZone) {
        guard let (clock, date) = plan.due(in: zone), let greenwich = TimeZone(secondsFromGMT: 0) else { return nil }
        self.date = date
        guard WallClock(plan.at)?.offset != nil else {
            components = clock.components
            return
        }
        var components = WallClock(date, in: greenwich).components
        components.timeZone = greenwich
        self.components = components
    }
}
