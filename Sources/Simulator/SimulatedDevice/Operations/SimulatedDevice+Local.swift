import Foundation
import ProcessLocal
import Timekeeping

extension SimulatedDevice {
    /// Takes a request of an app for a notification: shows it now, or when its trigger is due.
    ///
    /// Without permission it is refused. One with the name of a pending one replaces that.
    func add(_ request: WireRequest, from bundleID: String) async -> DeviceReply {
        guard let app = try? app(bundleID) else { return .gone }
        guard app.settings.isAllowed else {
            return .failure(domain: "UNErrorDomain", code: 1, message: "Notifications are not allowed for this app.")
        }
        guard request.content.hasText || request.content.badge != nil || request.content.sound != nil else {
            return .failure(domain: "UNErrorDomain", code: 1401, message: "There is nothing to show.")
        }
        var request = request
        let count = request.content.attachments.count
        request.content.attachments = store(request.content.attachments, request.identifier, bundleID)
        guard request.content.attachments.count == count else {
            return .failure(domain: "UNErrorDomain", code: 104, message: "An attachment could not be moved.")
        }
        guard let trigger = request.trigger, trigger != .push else {
            // The app is told before the notification is shown, so it may wait for the one inside the other.
            let due = request
            Task { await self.lanes(bundleID).pushes.run { await self.show(due, in: bundleID, origin: "local") } }
            return .done
        }
        schedule(request, trigger, bundleID)
        return .done
    }

    private func schedule(_ request: WireRequest, _ trigger: WireTrigger, _ bundleID: String) {
        let identifier = request.identifier
        guard let delay = delay(until: trigger) else {
            timeline.add(.scheduled, app: bundleID, notification: identifier, ["after": "never"])
            return
        }
        let timer = Task { [weak self, time] in
            guard (try? await time.sleep(for: .seconds(delay))) != nil, let device = self else { return }
            device.update(bundleID) { _ = $0.pending.removeValue(forKey: identifier) }
            await device.lanes(bundleID).pushes.run { await device.show(request, in: bundleID, origin: "local") }
            if trigger.repeats { device.schedule(request, trigger, bundleID) }
        }
        let old = update(bundleID) { app in
            app.pending.updateValue(PendingRequest(request: request, timer: timer), forKey: identifier)
        }
        old??.timer.cancel()
        timeline.add(.scheduled, app: bundleID, notification: identifier, ["after": "\(delay)"])
    }

    private func delay(until trigger: WireTrigger) -> Double? {
        switch trigger {
        case .push: 0
        case .interval(let seconds, _): seconds
        case .calendar(let components, _):
            Calendar.current.nextDate(after: time.now, matching: components, matchingPolicy: .nextTime)
                .map { $0.timeIntervalSince(time.now) }
        }
    }

    /// Unschedules requests; nil unschedules all of them.
    func removePending(_ identifiers: [String]?, _ bundleID: String) {
        let removed = update(bundleID) { app -> [PendingRequest] in
            let names = identifiers ?? Array(app.pending.keys)
            return names.compactMap { app.pending.removeValue(forKey: $0) }
        }
        for pending in removed ?? [] { pending.timer.cancel() }
    }
}
