import Foundation
import TidingsCore
import UserNotifications

#if os(Linux)
    import ProcessLocal
#endif

/// Another notification delegate, whose methods are optional; `nil` answers mean that it does not have the method.
///
/// Peers are called on the main thread, as the system does: most are app delegates, and those of Swift 6 check it.
///
/// On Apple platforms both forms of a method are one selector. The simulated frameworks know them as two requirements.
struct Peer: Sendable {
    private let delegate: Carried<any UNUserNotificationCenterDelegate>

    init(_ delegate: any UNUserNotificationCenterDelegate) { self.delegate = Carried(delegate) }

    /// The peer's type, for the log.
    var name: String { "\(type(of: delegate.object))" }

    #if os(Linux)
        /// How a notification appears, if the peer has an opinion.
        @MainActor func willPresent(
            _ notification: Carried<UNNotification>, in center: Carried<UNUserNotificationCenter>
        ) async -> UNNotificationPresentationOptions? {
            let peer = delegate.object
            let waiting = SingleAnswer<UNNotificationPresentationOptions>()
            let isThere: Void? = OptionalRequirement.call {
                peer.userNotificationCenter(
                    center.object, willPresent: notification.object, withCompletionHandler: { waiting.give($0) })
            }
            if isThere != nil { return await waiting.value }
            return await OptionalRequirement.call {
                await peer.userNotificationCenter(center.object, willPresent: notification.object)
            }
        }

        /// Tells of a response and waits until the peer is done with it.
        @MainActor func didReceive(
            _ response: Carried<UNNotificationResponse>, in center: Carried<UNUserNotificationCenter>
        ) async -> Void? {
            let peer = delegate.object
            let waiting = SingleAnswer<Void>()
            let isThere: Void? = OptionalRequirement.call {
                peer.userNotificationCenter(
                    center.object, didReceive: response.object, withCompletionHandler: { waiting.give(()) })
            }
            if isThere != nil { return await waiting.value }
            return await OptionalRequirement.call {
                await peer.userNotificationCenter(center.object, didReceive: response.object)
            }
        }

        /// Tells that the person wants to see the app's notification settings.
        @MainActor func openSettings(
            for notification: Carried<UNNotification?>, in center: Carried<UNUserNotificationCenter>
        ) {
            _ = OptionalRequirement.call {
                delegate.object.userNotificationCenter(center.object, openSettingsFor: notification.object)
            }
        }
    #else
        /// How a notification appears, if the peer has an opinion.
        @MainActor func willPresent(
            _ notification: Carried<UNNotification>, in center: Carried<UNUserNotificationCenter>
        ) async -> UNNotificationPresentationOptions? {
            let waiting = SingleAnswer<UNNotificationPresentationOptions>()
            let call: Void? = delegate.object.userNotificationCenter?(
                center.object, willPresent: notification.object, withCompletionHandler: { waiting.give($0) })
            return call == nil ? nil : await waiting.value
        }

        /// Tells of a response and waits until the peer is done with it.
        @MainActor func didReceive(
            _ response: Carried<UNNotificationResponse>, in center: Carried<UNUserNotificationCenter>
        ) async -> Void? {
            let waiting = SingleAnswer<Void>()
            let call: Void? = delegate.object.userNotificationCenter?(
                center.object, didReceive: response.object, withCompletionHandler: { waiting.give(()) })
            return call == nil ? nil : await waiting.value
        }

        /// Tells that the person wants to see the app's notification settings.
        @MainActor func openSettings(
            for notification: Carried<UNNotification?>, in center: Carried<UNUserNotificationCenter>
        ) {
            delegate.object.userNotificationCenter?(center.object, openSettingsFor: notification.object)
        }
    #endif
}
