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
        dropBeyondLimit(bundleID)
        return .done
    }

    /// Sets a request's timer; a request that is pending already keeps its place among the others.
    private func schedule(_ request: WireRequest, _ trigger: WireTrigger, _ bundleID: String, isRepeat: Bool = false) {
        let identifier = request.identifier
        let due = delay(until: trigger)
        var timer: Task<Void, Never>?
        if let due {
            timer = Task { [weak self, time] in
                guard (try? await time.sleep(for: .wait(due))) != nil, let device = self else { return }
                await device.fire(request, trigger, bundleID)
            }
        } else if !trigger.waitsForPlace {
            timeline.add(.scheduled, app: bundleID, notification: identifier, ["after": "never"])
            return
        }
        let old = update(bundleID) { [timer] app -> PendingRequest? in
            if !isRepeat { app.scheduledCount += 1 }
            let number = isRepeat ? app.pending[identifier]?.number ?? app.scheduledCount : app.scheduledCount
            return app.pending.updateValue(
                PendingRequest(request: request, number: number, timer: timer), forKey: identifier)
        }
        old??.timer?.cancel()
        guard !isRepeat else { return }
        timeline.add(
            .scheduled, app: bundleID, notification: identifier, ["after": due.map { "\($0)" } ?? "place"])
    }

    /// Shows what is due; it stays pending if it repeats.
    func fire(_ request: WireRequest, _ trigger: WireTrigger, _ bundleID: String) async {
        if trigger.repeats {
            if !trigger.waitsForPlace { schedule(request, trigger, bundleID, isRepeat: true) }
        } else {
            update(bundleID) { _ = $0.pending.removeValue(forKey: request.identifier) }
        }
        await lanes(bundleID).pushes.run { await self.show(request, in: bundleID, origin: "local") }
    }

    /// Of too many requests the last ones that were added stay.
    ///
    /// Source: field reports of iOS 11 and later; the number 64 is that of Apple's older documentation.
    private func dropBeyondLimit(_ bundleID: String) {
        let dropped =
            update(bundleID) { app -> [PendingRequest] in
                let inOrder = app.pending.values.sorted { $0.number < $1.number }
                let surplus = inOrder.prefix(max(0, inOrder.count - configuration.pendingLimit))
                for request in surplus { app.pending[request.request.identifier] = nil }
                return Array(surplus)
            } ?? []
        for pending in dropped {
            pending.timer?.cancel()
            timeline.add(
                .unscheduled, app: bundleID, notification: pending.request.identifier, ["reason": "limit"])
        }
    }

    private func delay(until trigger: WireTrigger) -> Double? {
        switch trigger {
        case .push: 0
        case .location: nil
        case .interval(let seconds, _): seconds
        case .calendar(let components, _):
            calendar(for: components).nextDate(after: now, matching: components, matchingPolicy: .nextTime)
                .map { $0.timeIntervalSince(now) }
        }
    }

    /// Unschedules requests; nil unschedules all of them.
    func removePending(_ identifiers: [String]?, _ bundleID: String) {
        let removed = update(bundleID) { app -> [PendingRequest] in
            let names = identifiers ?? Array(app.pending.keys)
            return names.compactMap { app.pending.removeValue(forKey: $0) }
        }
        for pending in removed ?? [] { pending.timer?.cancel() }
    }

    /// Computes anew when the requests with a date are due: the clock or the time zone has changed.
    func rescheduleByCalendar() {
        for bundleID in installedApps {
            for pending in (try? app(bundleID))?.pending.values.sorted(by: { $0.number < $1.number }) ?? [] {
                guard let trigger = pending.request.trigger, case .calendar = trigger else { continue }
                schedule(pending.request, trigger, bundleID, isRepeat: true)
            }
        }
    }
}

extension WireTrigger {
    /// Whether it is due somewhere rather than some time.
    fileprivate var waitsForPlace: Bool {
        if case .location = self { return true }
        return false
    }
}
