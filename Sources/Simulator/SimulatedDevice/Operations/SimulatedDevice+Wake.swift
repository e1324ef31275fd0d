import Foundation
import Locking
import ProcessLocal

extension SimulatedDevice {
    /// Hands a push with `content-available` to the app, waking it in the background.
    ///
    /// In the foreground too. An app that was force-quit is not woken, and the push is lost to it. A silent push beyond the
    /// budget waits; see `SilentPushBudget`.
    func wake(_ bundleID: String, _ received: ReceivedPush, isReleased: Bool = false) async {
        guard let app = try? app(bundleID) else { return }
        if !app.phase.isForeground {
            if let reason = reasonNotToWake(app) {
                return timeline.add(
                    .wakeRefused, app: bundleID, notification: received.identifier, ["reason": reason])
            }
            if !isReleased, let delay = delayOfWake(received, bundleID) {
                return hold(received, for: delay, bundleID)
            }
        }
        let call = ProcessCall.remoteNotification(received.payload)
        let reply: ProcessReply?
        do {
            reply = try await inBackground(bundleID, notification: received.payload, reason: "push") {
                await within(self.configuration.wakeTimeLimit, of: self.time) {
                    await self.callApp(
                        bundleID, "didReceiveRemoteNotification", notification: received.identifier, call)
                }
            }
        } catch {
            return timeline.add(.wakeAnswered, app: bundleID, ["result": "launch_failed", "error": "\(error)"])
        }
        if reply == nil, let budget = configuration.silentPushBudget {
            update(bundleID) { $0.silentPushes.chargeForNoAnswer(of: budget) }
        }
        timeline.add(
            .wakeAnswered, app: bundleID, notification: received.identifier,
            ["result": reply?.summary ?? "timed_out"])
    }

    private func reasonNotToWake(_ app: AppState) -> String? {
        if app.wasForceQuit, app.phase == .notRunning { return "force_quit" }
        if !app.definition.capabilities.contains(.remoteNotificationMode) { return "no_background_mode" }
        if !app.allowsBackgroundRefresh { return "background_refresh_off" }
        if state.withLock({ $0.isLowPower }) { return "low_power" }
        return configuration.isSimulator ? "simulator" : nil
    }

    // MARK: Silent pushes that wait

    /// How long a silent push has to wait for the budget; nil when it may wake the app now.
    ///
    /// One with something to show is not of low priority, and does not count: unverified on a device.
    private func delayOfWake(_ received: ReceivedPush, _ bundleID: String) -> Duration? {
        guard let budget = configuration.silentPushBudget, !configuration.hasDebugger, !received.isVisible else {
            return nil
        }
        return update(bundleID) { $0.silentPushes.take(at: time.uptime, of: budget) } ?? nil
    }

    /// Keeps the newest push until the budget allows it or the person opens the app.
    private func hold(_ received: ReceivedPush, for delay: Duration, _ bundleID: String) {
        discardHeldWake(bundleID, reason: "newer")
        let timer = Task { [weak self, time] in
            guard (try? await time.sleep(for: delay)) != nil, let device = self else { return }
            device.releaseHeldWake(bundleID, reason: "budget")
        }
        update(bundleID) { $0.heldWake = (received, timer) }
        timeline.add(
            .wakeHeld, app: bundleID, notification: received.identifier,
            ["seconds": "\(Int(delay / .seconds(1)))"])
    }

    /// Drops the push that waits.
    func discardHeldWake(_ bundleID: String, reason: String) {
        guard let held = takeHeldWake(bundleID) else { return }
        timeline.add(.wakeDiscarded, app: bundleID, notification: held.identifier, ["reason": reason])
    }

    /// Hands the push that waits to the app.
    func releaseHeldWake(_ bundleID: String, reason: String) {
        guard let held = takeHeldWake(bundleID) else { return }
        timeline.add(.wakeReleased, app: bundleID, notification: held.identifier, ["reason": reason])
        if reason == "budget", let budget = configuration.silentPushBudget {
            // Its turn has come: it takes the wake that it waited for.
            update(bundleID) { _ = $0.silentPushes.take(at: time.uptime, of: budget) }
        }
        Task { await self.wake(bundleID, held, isReleased: true) }
    }

    private func takeHeldWake(_ bundleID: String) -> ReceivedPush? {
        let held = update(bundleID) { app in
            defer { app.heldWake = nil }
            return app.heldWake
        }?.flatMap { $0 }
        held?.timer.cancel()
        return held?.push
    }
}
