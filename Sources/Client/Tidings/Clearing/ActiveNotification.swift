public import Foundation
import PushModel
public import UserNotifications

/// A notification of ours that stands in the notification centre.
public struct ActiveNotification: Sendable, Equatable, Identifiable {
    /// The system's name for it.
    public let id: String
    /// The message that it shows.
    public let messageID: String
    /// The conversation that the message belongs to; nil too if only the sealed content says it.
    public let conversation: String?
    /// The first line, as it is shown.
    public let title: String
    /// The second line, as it is shown.
    public let subtitle: String
    /// The text, as it is shown.
    public let body: String
    /// The group on the screen; empty if there is none.
    public let threadID: String
    /// When it came.
    public let date: Date

    /// Takes a notification of the system; nil if it is not ours.
    public init?(_ notification: UNNotification) {
        let request = notification.request
        guard let payload = PushPayload(userInfo: request.content.userInfo) else { return nil }
        id = request.identifier
        messageID = payload.envelope.id
        conversation = payload.envelope.conversation
        title = request.content.title
        subtitle = request.content.subtitle
        body = request.content.body
        threadID = request.content.threadIdentifier
        date = notification.date
    }
}
