package import PushModel
package import TidingsCore

/// Whom a notification comes from and in which conversation, so that the system can show it as a communication.
package struct Communication: Sendable, Equatable {
    /// Names what was said, so that saying it again replaces it.
    package var messageID: String
    /// The conversation.
    package var conversationID: String
    /// The person.
    package var sender: MessageSender
    /// What was said; the text of the notification if nil.
    package var text: String?
    /// The name of the group, if it was not said to one person alone.
    package var groupName: String?
    /// A picture of the group.
    package var groupImageURL: String?
    /// Whether they call rather than write, and if so with a picture.
    package var call: Call?

    /// What kind of call it is.
    package struct Call: Sendable, Equatable {
        /// Under what the person can be called.
        package var handle: String
        /// Whether there is a picture.
        package var hasVideo: Bool
    }

    /// Takes whom a message of ours comes from; nil if it does not say.
    package init?(_ message: ReceivedMessage) {
        if let notice = message.call, let caller = notice.caller {
            messageID = message.id
            conversationID = notice.group?.id ?? caller.id
            sender = message.sender ?? MessageSender(id: caller.id, name: caller.name)
            groupName = notice.group?.name
            call = Call(handle: caller.handle, hasVideo: notice.hasVideo)
            return
        }
        guard let sender = message.sender else { return nil }
        messageID = message.id
        conversationID = message.conversation ?? message.banner.threadID ?? sender.id
        self.sender = sender
        groupName = message.groupName
    }

    /// Takes whom the options of notify-kit name; nil if they name nobody.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - identifier: The name of the notification, in case the options give none.
    package init?(_ options: NotifyKitOptions, identifier: String) {
        guard let talk = options.communication else { return nil }
        messageID = options.id ?? identifier
        conversationID = talk.conversationID
        sender = talk.sender
        text = talk.body
        groupName = talk.groupName
        groupImageURL = talk.groupImageURL
    }

    /// The picture that the system shows beside the text: the group's where there is one, else the person's.
    package var imageURL: String? { groupImageURL ?? sender.imageURL }
}
