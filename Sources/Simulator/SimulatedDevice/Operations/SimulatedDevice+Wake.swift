import Foundation
import ProcessLocal

extension SimulatedDevice {
    /// Allows or forbids an app to be woken in the background; allowed by default.
    public func setBackgroundRefresh(_ isAllowed: Bool, for bundleID: String) {
        update(bundleID) { $0.allowsBackgroundRefresh = isAllowed }
    }

    /// Hands a push with `content-available` to the app, waking it in the background.
    ///
    /// In the foreground too. An app that was force-quit is not woken, and the push is lost to it.
    func wake(_ bundleID: String, _ received: ReceivedPush) async {
        guard let app = try? app(bundleID) else { return }
        if !app.phase.isForeground {
            let reason: String? =
                if app.wasForceQuit, app.phase == .notRunning {
                    "force_quit"
                } else if !app.definition.capabilities.contains(.remoteNotificationMode) {
                    "no_background_mode"
                } else if !app.allowsBackgroundRefresh {
                    "background_refresh_off"
                } else { nil }
            if let reason {
                return timeline.add(
                    .wakeRefused, app: bundleID, notification: received.identifier, ["reason": reason])
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
        timeline.add(
            .wakeAnswered, app: bundleID, notification: received.identifier,
            ["result": reply?.summary ?? "timed_out"])
    }
}
