package import ProcessLocal
public import UserNotifications

/// The kinds of messages that go out.
public enum INOutgoingMessageType: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// A text.
    case outgoingMessageText = 1
    /// A recording.
    case outgoingMessageAudio = 2
}

/// A file that goes with a message.
open class INSendMessageAttachment: NSObject {}

/// What the system may do with a message.
open class INSendMessageIntentDonationMetadata: NSObject {
    /// Whether the person is mentioned.
    open var mentionsCurrentUser = false
    /// Whether it answers the person.
    open var isReplyToCurrentUser = false
    /// Whether the person is to be notified whatever the conversation is set to.
    open var notifyRecipientAnyway = false
    /// How many there are in the conversation.
    open var recipientCount = 0

    /// Describes nothing special.
    public override init() {}
}

/// A message that is sent or, donated as incoming, received.
open class INSendMessageIntent: INIntent, UNNotificationContentProviding {
    /// Who gets it.
    open private(set) var recipients: [INPerson]?
    /// What kind of message it is.
    open private(set) var outgoingMessageType: INOutgoingMessageType
    /// Its text.
    open private(set) var content: String?
    /// The name of the group that it is for.
    open private(set) var speakableGroupName: INSpeakableString?
    /// Names the conversation.
    open private(set) var conversationIdentifier: String?
    /// Names the service.
    open private(set) var serviceName: String?
    /// Who sends it.
    open private(set) var sender: INPerson?
    /// The files that go with it.
    open private(set) var attachments: [INSendMessageAttachment]?
    /// What the system may do with it.
    open var donationMetadata: INSendMessageIntentDonationMetadata?

    /// Describes a message.
    public init(
        recipients: [INPerson]?, outgoingMessageType: INOutgoingMessageType, content: String?,
        speakableGroupName: INSpeakableString?, conversationIdentifier: String?, serviceName: String?,
        sender: INPerson?, attachments: [INSendMessageAttachment]?
    ) {
        self.recipients = recipients
        self.outgoingMessageType = outgoingMessageType
        self.content = content
        self.speakableGroupName = speakableGroupName
        self.conversationIdentifier = conversationIdentifier
        self.serviceName = serviceName
        self.sender = sender
        self.attachments = attachments
    }
}

extension INSendMessageIntent: CommunicationProviding {
    package var communication: WireCommunication? {
        guard let sender else { return nil }
        return WireCommunication(
            isCall: false, senderName: sender.displayName, senderHandle: sender.personHandle?.value ?? "",
            hasAvatar: sender.image != nil || hasImage, conversation: conversationIdentifier,
            groupName: speakableGroupName?.spokenPhrase)
    }
}
