public import Foundation

/// The object of an extension that may change a push before it is shown.
open class UNNotificationServiceExtension: NSObject {
    /// Makes the object; the system does so when a push for the app arrives.
    public override init() {}

    /// A push arrived: hand on what shall be shown.
    ///
    /// Hands on the original unless overridden.
    open func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// Time is nearly up: hand on what there is.
    ///
    /// Called on another thread than `didReceive`.
    open func serviceExtensionTimeWillExpire() {}
}
