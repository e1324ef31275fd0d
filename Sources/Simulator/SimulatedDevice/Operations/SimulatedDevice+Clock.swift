public import Foundation
import Locking
import ProcessLocal

/// The clock of the device, as the person sets it, and the map, as the person moves on it.
extension SimulatedDevice {
    /// Sets the time zone: what is due at a time of day is due at that time here, unless its components name a zone.
    ///
    /// General knowledge, unverified on a device. Running apps are told of the zone and of a significant change of time;
    /// one that is suspended is not.
    public func setTimeZone(_ zone: TimeZone) {
        state.withLock { $0.timeZone = zone }
        timeline.add(.clockChanged, ["timeZone": zone.identifier])
        tellApps("timeZoneChanged", .timeZoneChanged)
        clockHasChanged()
    }

    /// Sets the region, and with it the locale; running apps are told.
    ///
    /// General knowledge, unverified on a device. Another language would restart the apps of a real one.
    public func setLocale(_ locale: Locale) {
        state.withLock { $0.locale = locale }
        timeline.add(.clockChanged, ["locale": locale.identifier])
        tellApps("localeChanged", .localeChanged)
    }

    /// Sets the clock: what is due at a date is due when the clock shows it; spans of time are not touched.
    ///
    /// General knowledge, unverified on a device. The programs of the device keep the clock of its time source.
    public func setClock(_ date: Date) {
        state.withLock { $0.clockOffset = .seconds(date.timeIntervalSince(time.now)) }
        timeline.add(.clockChanged, ["clock": "set"])
        clockHasChanged()
    }

    private func clockHasChanged() {
        rescheduleByCalendar()
        tellApps("significantTimeChange", .significantTimeChange)
    }

    private func tellApps(_ name: String, _ call: ProcessCall) {
        for bundleID in installedApps {
            guard let app = try? app(bundleID), app.hasLaunched, app.phase != .suspended else { continue }
            Task { await self.callApp(bundleID, name, call) }
        }
    }

    /// The calendar by which a trigger's components are read.
    func calendar(for components: DateComponents) -> Calendar {
        var calendar = components.calendar ?? Calendar(identifier: .gregorian)
        calendar.timeZone = components.timeZone ?? state.withLock { $0.timeZone }
        return calendar
    }

    // MARK: Places

    /// Goes into a region: notifications that wait for that become due.
    ///
    /// Nothing of the app runs for it.
    public func enterRegion(_ identifier: String) async { await cross(identifier) { $0.notifiesOnEntry } }

    /// Leaves a region: notifications that wait for that become due.
    public func leaveRegion(_ identifier: String) async { await cross(identifier) { $0.notifiesOnExit } }

    private func cross(_ identifier: String, where isMeant: (WireRegion) -> Bool) async {
        for bundleID in installedApps {
            for pending in (try? app(bundleID))?.pending.values.sorted(by: { $0.number < $1.number }) ?? [] {
                guard case .location(let region, _)? = pending.request.trigger, region.identifier == identifier,
                    isMeant(region), let trigger = pending.request.trigger
                else { continue }
                await fire(pending.request, trigger, bundleID)
            }
        }
    }
}
