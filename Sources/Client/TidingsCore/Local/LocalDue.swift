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
        guard let clock = WallClock(plan.at) else { return nil }
        let isMoment = clock.offset != nil
        guard let moment = clock.moment(in: zone) else { return nil }
        var local = isMoment ? WallClock(moment, in: zone) : clock
        if let quiet = plan.quiet { local = local.after(quiet) }
        guard isMoment else {
            guard let date = local.moment(in: zone) else { return nil }
            self.date = date
            components = local.components
            return
        }
        guard let date = local.moment(in: zone), let greenwich = TimeZone(secondsFromGMT: 0) else { return nil }
        self.date = date
        var components = WallClock(date, in: greenwich).components
        components.timeZone = greenwich
        self.components = components
    }
}
