package import ProcessLocal
public import UserNotifications

/// A message with its text in colours and styles.
open class UNNotificationAttributedMessageContext: NSObject, UNNotificationContentProviding {
    private let intent: INSendMessageIntent

    /// Takes a message and its text; the simulated device shows the plain one.
    public init(sendMessageIntent: INSendMessageIntent, attributedContent: NSAttributedString) {
        intent = sendMessageIntent
    }
}

extension UNNotificationAttributedMessageContext: CommunicationProviding {
    package var communication: WireCommunication? { intent.communication }
}
