public import Foundation
package import ProcessLocal

/// What makes a notification due.
open class UNNotificationTrigger: NSObject {
    package let wire: WireTrigger

    package init(wire: WireTrigger) { self.wire = wire }

    /// Whether it becomes due again and again.
    open var repeats: Bool { wire.repeats }

    static func make(_ wire: WireTrigger) -> UNNotificationTrigger {
        switch wire {
        case .push: UNPushNotificationTrigger(wire: wire)
        case .interval: UNTimeIntervalNotificationTrigger(wire: wire)
        case .calendar: UNCalendarNotificationTrigger(wire: wire)
        }
    }
}

/// The trigger of every notification that came as a push.
open class UNPushNotificationTrigger: UNNotificationTrigger {}

/// Makes a notification due after a span of time.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    /// Due after this many seconds; more than zero, and at least 60 to repeat.
    ///
    /// Apple raises an exception for anything else; here the program stops.
    public convenience init(timeInterval: TimeInterval, repeats: Bool) {
        precondition(timeInterval > 0, "time interval must be greater than 0")
        precondition(!repeats || timeInterval >= 60, "time interval must be at least 60 if repeating")
        self.init(wire: .interval(seconds: timeInterval, repeats: repeats))
    }

    /// Seconds until it is due.
    open var timeInterval: TimeInterval {
        guard case .interval(let seconds, _) = wire else { return 0 }
        return seconds
    }

    /// When it is due if scheduled now.
    open func nextTriggerDate() -> Date? {
        SimulatedProcess.current.now.addingTimeInterval(timeInterval)
    }
}

/// Makes a notification due at a date.
open class UNCalendarNotificationTrigger: UNNotificationTrigger {
    /// Due whenever the clock shows these components.
    public convenience init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.init(wire: .calendar(dateComponents, repeats: repeats))
    }

    /// What the clock has to show.
    open var dateComponents: DateComponents {
        guard case .calendar(let components, _) = wire else { return DateComponents() }
        return components
    }

    /// When the clock next shows it.
    open func nextTriggerDate() -> Date? {
        Calendar.current.nextDate(
            after: SimulatedProcess.current.now, matching: dateComponents, matchingPolicy: .nextTime)
    }
}
