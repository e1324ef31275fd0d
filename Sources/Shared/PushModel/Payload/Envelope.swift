/// Everything of ours in a push: the value of the root key `tidings`.
///
/// `Documentation/Payload.md` describes it and `Documentation/payload.schema.json` is its schema.
public struct Envelope: Sendable, Hashable {
    /// The root key in the payload.
    public static let rootKey = "tidings"
    /// The version that this code writes.
    public static let currentVersion = 1

    /// The version of the envelope; a reader takes what it knows from a newer one.
    public var version: Int
    /// The message, `msg_…`.
    public var id: String
    /// The delivery, `dlv_…`.
    public var delivery: String?
    /// For whom it is, so that a device that changed hands stays silent.
    public var to: SubscriberTag?
    /// Set when the app has to draw the notification.
    public var form: Form?
    /// After this second since 1970 the content is of no use.
    public var expires: Int?
    /// What the message belongs to.
    public var conversation: String?
    /// What opening the notification opens.
    public var deepLink: String?
    /// What opening the notification does.
    public var action: NamedAction?
    /// An image that the extension attaches, unless there are ``attachments``.
    public var image: String?
    /// What the extension attaches.
    public var attachments: [Attachment]?
    /// Whom the message comes from.
    public var sender: MessageSender?
    /// The name of the group in which it was written.
    public var groupName: String?
    /// Buttons that the extension registers.
    public var actions: [ActionButton]?
    /// The category under which it registers them.
    public var category: String?
    /// What the app draws, in the silent form that is not sealed.
    public var banner: Banner?
    /// When the app draws it, if not now.
    public var local: LocalPlan?
    /// Plans that are void from now on.
    public var cancelLocal: LocalCancellation?
    /// The call that it tells of; of a sealed one only what may stand in clear.
    public var call: CallNotice?
    /// The message whose plan this push stands in for.
    public var instead: String?
    /// Which of the device's keys the content is sealed with.
    public var keyID: String?
    /// The sealed content: an RFC 8188 `aes128gcm` body in base64url.
    public var sealed: String?
    /// Members that are unknown or have an unexpected type.
    public var unknown = JSONObject()

    /// Who draws the notification, if it is not the system.
    public struct Form: RawRepresentable, Sendable, Hashable {
        /// The word in the payload.
        public let rawValue: String

        /// Takes a word of a payload.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The app draws it.
        public static let silent = Form(rawValue: "silent")
    }

    /// Makes an envelope that names a message.
    public init(id: String, delivery: String? = nil, to: SubscriberTag? = nil, expires: Int? = nil) {
        version = Self.currentVersion
        self.id = id
        self.delivery = delivery
        self.to = to
        self.expires = expires
    }

    /// Reads a received envelope; nil without a version from 1 and an id.
    public init?(_ object: JSONObject) {
        var reader = ObjectReader(object)
        guard let version = reader.take("v", { $0.int.flatMap { $0 >= 1 ? $0 : nil } }) else { return nil }
        guard let id = reader.take("id", { $0.string.flatMap { $0.isEmpty ? nil : $0 } }) else { return nil }
        self.version = version
        self.id = id
        delivery = reader.string("delivery")
        to = reader.string("to").map { SubscriberTag($0) }
        form = reader.string("form").map(Form.init(rawValue:))
        expires = reader.int("exp")
        conversation = reader.string("conversation")
        deepLink = reader.string("deepLink")
        action = reader.take("action", NamedAction.init(received:))
        image = reader.string("image")
        attachments = reader.take("attachments") { $0.array?.compactMap(Attachment.init(received:)) }
        sender = reader.take("sender", MessageSender.init(received:))
        groupName = reader.string("group")
        actions = reader.take("actions") { $0.array?.compactMap(ActionButton.init(received:)) }
        category = reader.string("category")
        banner = reader.take("banner") { $0.object.map { Banner($0) } }
        local = reader.take("local", LocalPlan.init(received:))
        cancelLocal = reader.take("cancelLocal", LocalCancellation.init(received:))
        call = reader.take("call", CallNotice.init(received:))
        instead = reader.string("instead")
        keyID = reader.string("kid")
        sealed = reader.string("enc")
        unknown = reader.rest
    }

    /// Whether the content is sealed.
    public var isSealed: Bool { sealed != nil }

    /// The envelope as JSON.
    public var json: JSONObject {
        var object: JSONObject = ["v": .int(version), "id": .string(id)]
        object.add("delivery", delivery)
        object.add("to", to?.description)
        object.add("form", form?.rawValue)
        object.add("exp", expires)
        object.add("conversation", conversation)
        object.add("deepLink", deepLink)
        object.add("action", action?.json)
        object.add("image", image)
        object.add("attachments", attachments.map { .array($0.map { .object($0.json) }) })
        object.add("sender", sender?.payload)
        object.add("group", groupName)
        object.add("actions", actions.map { .array($0.map { .object($0.json) }) })
        object.add("category", category)
        object.add("banner", banner?.json)
        object.add("local", local?.json)
        object.add("cancelLocal", cancelLocal?.json)
        object.add("call", call?.json)
        object.add("instead", instead)
        object.add("kid", keyID)
        object.add("enc", sealed)
        object.members.append(contentsOf: unknown.members)
        return object
    }

    /// This envelope with what the content says beside its texts.
    func adding(_ content: MessageContent) -> Envelope {
        var envelope = self
        envelope.conversation = content.conversation
        envelope.deepLink = content.deepLink
        envelope.action = content.action
        envelope.image = content.imageURL
        envelope.attachments = content.attachments.flatMap { $0.isEmpty ? nil : $0 }
        envelope.sender = content.sender
        envelope.groupName = content.groupName
        envelope.actions = content.actions.flatMap { $0.isEmpty ? nil : $0 }
        envelope.local = content.local
        envelope.cancelLocal = content.cancelLocal
        return envelope
    }
}
