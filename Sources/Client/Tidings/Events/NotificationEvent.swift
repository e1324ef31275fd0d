public import PushModel

/// Something that happened to a notification of this app, ours or not.
public struct NotificationEvent: Sendable, Equatable {
    /// What can happen.
    public enum Kind: String, Sendable {
        /// It is shown while the app is on the screen; one that arrives in the background tells nothing here.
        case presented
        /// The notification itself was tapped.
        case opened
        /// A button was chosen, or a text was typed.
        case actionChosen
        /// It was swiped away; the system tells only of notifications with a category.
        case dismissed
    }

    /// What happened.
    public let kind: Kind
    /// The system's name of the notification.
    public let requestID: String
    /// The message, if it is one of ours.
    public let messageID: String?
    /// Whether it came as a push; otherwise this app put it up.
    public let isRemote: Bool
    /// The button's name; `default` for the notification itself, nil where nothing was chosen.
    public let action: String?
    /// The text that was typed.
    public let input: String?
    /// Whether the app was active when it happened; a tap that brings the app to the front is not.
    public let isAppActive: Bool
    /// The sender's own members of the payload.
    public let data: JSONObject
}
