public import Foundation
internal import Locking
internal import ProcessLocal
internal import UserNotifications

/// What a content extension may ask of the system about the notification that is open.
///
/// On Apple's platforms the class belongs to Foundation, and these members to this framework.
open class NSExtensionContext: NSObject {
    private let process: SimulatedProcess
    private let actions: Locked<[WireAction]>

    init(_ actions: [WireAction], process: SimulatedProcess) {
        self.process = process
        self.actions = Locked(actions)
    }

    /// The buttons below the notification; others take their place while it is open.
    open var notificationActions: [UNNotificationAction] {
        get { actions.withLock { $0 }.map(UNNotificationAction.make) }
        set {
            let wire = newValue.map(\.wire)
            actions.withLock { $0 = wire }
            _ = process.callNow(.setContentActions(wire))
        }
    }

    /// Opens the app as a tap on the notification does.
    open func performNotificationDefaultAction() { _ = process.callNow(.performContentDefault) }

    /// Closes the notification again.
    open func dismissNotificationContentExtension() { _ = process.callNow(.dismissContent) }

    /// Says that sound or film plays, so that the button shows it; nothing shows it here.
    open func mediaPlayingStarted() {}

    /// Says that sound or film stands still, so that the button shows it; nothing shows it here.
    open func mediaPlayingPaused() {}
}

/// What shows a notification that is open, where the extension's class is more than the protocol asks for.
@MainActor
package protocol ContentScreen: AnyObject {
    /// A notification is opened in it.
    func open(in context: NSExtensionContext)
}
