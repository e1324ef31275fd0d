public import Foundation
package import PushModel

/// The person's answer to a notification, handed to the app exactly once.
public struct NotificationOpen: Sendable, Equatable, Identifiable {
    /// Names this answer; the same answer reported twice has the same id.
    public let id: UUID
    /// What was shown.
    public let notification: ReceivedNotification
    /// The chosen action; nil for a tap on the notification itself.
    public let action: String?
    /// The text that was typed.
    public let input: String?
    /// When the person answered.
    public let respondedAt: Date

    /// The function of the app that the message names.
    let namedAction: NamedAction?

    package init(
        id: UUID, notification: ReceivedNotification, action: String?, input: String?, respondedAt: Date,
        namedAction: NamedAction? = nil
    ) {
        self.id = id
        self.notification = notification
        self.action = action
        self.input = input
        self.respondedAt = respondedAt
        self.namedAction = namedAction
    }
}
