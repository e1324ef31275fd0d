public import Foundation
package import ProcessLocal

/// The action of someone who tapped the notification itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The action of someone who dismissed the notification.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// What the person did with a notification.
open class UNNotificationResponse: NSObject {
    package let wire: WireResponse

    package init(wire: WireResponse) { self.wire = wire }

    /// The notification in question.
    open var notification: UNNotification { UNNotification(wire: wire.notification) }
    /// A button's identifier, or one of the two constants.
    open var actionIdentifier: String { wire.actionIdentifier }

    package static func make(_ wire: WireResponse) -> UNNotificationResponse {
        wire.userText == nil ? UNNotificationResponse(wire: wire) : UNTextInputNotificationResponse(wire: wire)
    }
}

/// What the person wrote in reply.
open class UNTextInputNotificationResponse: UNNotificationResponse {
    /// The text.
    open var userText: String { wire.userText ?? "" }
}
