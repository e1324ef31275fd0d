public import CoreLocation
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
        case .location: UNLocationNotificationTrigger(wire: wire)
        }
    }
}

/// The trigger of every notification that came as a push.
open class UNPushNotificationTrigger: UNNotificationTrigger {}

/// Makes a notification due after a span of time.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    /// Due after this many seconds; more than zero, and at least 60 to repeat.
    ///
    /// Anything else ends the program, as the exception does that it raises on a phone. Source: field reports that quote it.
    public convenience init(timeInterval: TimeInterval, repeats: Bool) {
        if timeInterval <= 0 {
            SimulatedProcess.raise("time interval must be greater than 0")
        } else if repeats, timeInterval < 60 {
            SimulatedProcess.raise("time interval must be at least 60 if repeating")
        }
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

    /// When the clock next shows it, in the components' time zone or else the device's.
    open func nextTriggerDate() -> Date? {
        let process = SimulatedProcess.current
        var calendar = dateComponents.calendar ?? Calendar.current
        if let zone = dateComponents.timeZone {
            calendar.timeZone = zone
        } else if case .text(let name) = process.callNow(.timeZone), let zone = TimeZone(identifier: name) {
            calendar.timeZone = zone
        }
        return calendar.nextDate(after: process.now, matching: dateComponents, matchingPolicy: .nextTime)
    }
}

/// Makes a notification due where the device is.
open class UNLocationNotificationTrigger: UNNotificationTrigger {
    /// Due when the device enters or leaves the region, as the region says.
    public convenience init(region: CLRegion, repeats: Bool) {
        let circle = region as? CLCircularRegion
        self.init(
            wire: .location(
                WireRegion(
                    identifier: region.identifier, latitude: circle?.center.latitude ?? 0,
                    longitude: circle?.center.longitude ?? 0, radiusMetres: circle?.radius ?? 0,
                    notifiesOnEntry: region.notifyOnEntry, notifiesOnExit: region.notifyOnExit), repeats: repeats))
    }

    /// Where.
    open var region: CLRegion {
        guard case .location(let place, _) = wire else {
            return CLCircularRegion(center: CLLocationCoordinate2D(), radius: 0, identifier: "")
        }
        let region = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: place.latitude, longitude: place.longitude),
            radius: place.radiusMetres, identifier: place.identifier)
        region.notifyOnEntry = place.notifiesOnEntry
        region.notifyOnExit = place.notifiesOnExit
        return region
    }
}
