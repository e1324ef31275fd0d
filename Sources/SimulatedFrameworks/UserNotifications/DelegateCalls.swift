internal import Foundation
package import ProcessLocal

// How the system calls the notification centre's delegate: the async form, then, if that is missing, the completion form.
extension UNUserNotificationCenter {
    /// Asks how a notification shall appear in the foreground.
    ///
    /// A missing method is answered as such; of several completions only the first counts.
    package func callWillPresent(_ wire: WireNotification) async -> ProcessReply {
        guard let delegate else { return .notImplemented }
        let notification = UNNotification(wire: wire)
        if let options = await OptionalRequirement.call({
            await delegate.userNotificationCenter(self, willPresent: notification)
        }) {
            return .presentation(options.rawValue)
        }
        let answer = FirstAnswer<UInt>()
        let isThere: Void? = OptionalRequirement.call {
            delegate.userNotificationCenter(self, willPresent: notification) { options in
                Self.checkThread("willPresent")
                answer.set(options.rawValue)
            }
        }
        guard isThere != nil else { return .notImplemented }
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
        let isThere: Void? = OptionalRequirement.call {
            delegate.userNotificationCenter(self, didReceive: response) {
                Self.checkThread("didReceive")
                answer.set(true)
            }
        }
        guard isThere != nil else { return .notImplemented }
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

    /// UIKit asserts that these completions run on the main thread; the timeline notes when one did not.
    private static func checkThread(_ method: String) {
        guard !Thread.isMainThread, let process = SimulatedProcess.currentIfAny else { return }
        _ = process.callNow(
            .log(kind: "misuse", details: ["what": "completion called off the main thread", "method": method]))
    }
}
