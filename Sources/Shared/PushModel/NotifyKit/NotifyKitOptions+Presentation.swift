extension NotifyKitOptions {
    /// How iOS shows the notification; nil where the options leave it to the push.
    public struct Presentation: Sendable, Hashable {
        /// A sound's file name or `default`.
        public var sound: String?
        /// Whether the sound is that of a critical alert.
        public var isCritical = false
        /// How loud a critical sound is, from 0 to 1.
        public var criticalVolume: Double?
        /// The number on the icon; 0 takes it away.
        public var badge: Int?
        /// The category that the app registered.
        public var categoryID: String?
        /// The picture that an older app shows at launch.
        public var launchImageName: String?
        /// How much it may interrupt, in the words of APNs.
        public var interruptionLevel: APS.InterruptionLevel?
        /// Groups notifications on the screen.
        public var threadID: String?
        /// Names the window that should come to the front.
        public var targetContentID: String?

        /// Leaves everything to the push.
        public init() {}

        init(_ ios: JSONObject) {
            sound = ios["sound"]?.string
            isCritical = ios["critical"]?.bool ?? false
            criticalVolume = ios["criticalVolume"]?.double.flatMap { (0...1).contains($0) ? $0 : nil }
            badge = ios["badgeCount"]?.int.flatMap { $0 >= 0 ? $0 : nil }
            categoryID = ios["categoryId"]?.string
            launchImageName = ios["launchImageName"]?.string
            interruptionLevel = ios["interruptionLevel"]?.string.flatMap(Self.level)
            threadID = ios["threadId"]?.string
            targetContentID = ios["targetContentId"]?.string
        }

        private static func level(_ word: String) -> APS.InterruptionLevel? {
            MessageContent.InterruptionLevel(rawValue: word)?.aps ?? (word == "time-sensitive" ? .timeSensitive : nil)
        }
    }

    /// Whom the notification comes from, and in which conversation.
    public struct Communication: Sendable, Hashable {
        /// The conversation.
        public var conversationID: String
        /// The person.
        public var sender: MessageSender
        /// The text of the message, if it is another than the notification's.
        public var body: String?
        /// The name of a group.
        public var groupName: String?
        /// A picture of the group.
        public var groupImageURL: String?

        init?(_ info: JSONObject) {
            guard let conversation = info["conversationId"]?.string, let sender = info["sender"],
                let name = sender["displayName"]?.string, !name.isEmpty
            else { return nil }
            conversationID = conversation
            self.sender = MessageSender(
                id: sender["id"]?.string ?? name, name: name, imageURL: sender["avatar"]?.string)
            body = info["body"]?.string
            groupName = info["groupName"]?.string
            groupImageURL = info["groupAvatar"]?.string
        }
    }
}
