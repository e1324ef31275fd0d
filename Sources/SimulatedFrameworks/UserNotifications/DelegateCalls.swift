internal import Foundation
package import ProcessLocal

// How the system calls the notification centre's delegate: the async form, then, if that is missing, the completion form,
// which it calls on the main thread, so that an app that answers at once answers there.
extension UNUserNotificationCenter {
    /// Asks how a notification shall appear in the foreground.
    ///
    /// A missing method is answered as such; of several completions only the first counts, and the timeline notes the rest.
    package func callWillPresent(_ wire: WireNotification) async -> ProcessReply {
        guard let delegate else { return .notImplemented }
        let notification = UNNotification(wire: wire)
        if let options = await OptionalRequirement.call({
            await delegate.userNotificationCenter(self, willPresent: notification)
        }) {
            return .presentation(options.rawValue)
        }
        let answer = FirstAnswer<UInt>()
        let call = OnMain { [self] in
            OptionalRequirement.call {
                delegate.userNotificationCenter(self, willPresent: notification) { options in
                    Self.checkThread("willPresent")
                    if !answer.set(options.rawValue) { Self.noteRepeat("willPresent", wire.request) }
                }
            } != nil
        }
        guard await call.run() else { return .notImplemented }
        return await answer.wait().map { .presentation($0) } ?? .gone
    }

    /// Tells what the person did, and waits until the app says that it is done.
    package func callDidReceive(_ wire: WireResponse) async -> ProcessReply {
        guard let delegate else { return .notImplemented }
        let response = UNNotificationResponse.make(wire)
        if await OptionalRequirement.call({
            await delegate.userNotificationCenter(self, didReceive: response)
        }) != nil {
            return .done
        }
        let answer = FirstAnswer<Bool>()
        let call = OnMain { [self] in
            OptionalRequirement.call {
                delegate.userNotificationCenter(self, didReceive: response) {
                    Self.checkThread("didReceive")
                    if !answer.set(true) { Self.noteRepeat("didReceive", wire.notification.request) }
                }
            } != nil
        }
        guard await call.run() else { return .notImplemented }
        return await answer.wait() == nil ? .gone : .done
    }

    /// Tells that the person wants to see the app's own settings.
    package func callOpenSettings(_ wire: WireNotification?) -> ProcessReply {
        guard let delegate else { return .notImplemented }
        let isThere: Void? = OptionalRequirement.call {
            delegate.userNotificationCenter(self, openSettingsFor: wire.map(UNNotification.init(wire:)))
        }
        return isThere == nil ? .notImplemented : .done
    }

    /// What UIKit does about a completion that is called again is unverified on a device: here it is only noted.
    private static func noteRepeat(_ method: String, _ request: WireRequest) {
        _ = SimulatedProcess.currentIfAny?.callNow(
            .log(
                kind: "misuse",
                details: ["what": "completion called again", "method": method, "id": request.identifier]))
    }

    /// UIKit asserts that these completions run on the main thread; the timeline notes when one did not.
    private static func checkThread(_ method: String) {
        guard !MainThread.isCurrent, let process = SimulatedProcess.currentIfAny else { return }
        _ = process.callNow(
            .log(kind: "misuse", details: ["what": "completion called off the main thread", "method": method]))
    }
}

/// A call of the delegate that is made on the main thread while its caller waits.
///
/// Unchecked: the closure runs once, and whoever made it touches nothing that it captures until then.
private struct OnMain: @unchecked Sendable {
    private let body: () -> Bool

    init(_ body: @escaping () -> Bool) { self.body = body }

    func run() async -> Bool { await MainActor.run { body() } }
}
