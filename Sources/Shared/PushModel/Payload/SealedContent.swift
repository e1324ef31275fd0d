/// The plain text inside a sealed push: what only the device may read.
public struct SealedContent: Sendable, Hashable {
    /// The message, `msg_…`; has to be the id in the envelope.
    public var id: String
    /// For whom it is.
    public var to: SubscriberTag?
    /// After this second since 1970 it is not shown any more.
    public var expires: Int?
    /// Texts, badge, sound and grouping.
    public var banner: Banner
    /// What the message belongs to.
    public var conversation: String?
    /// What opening the notification opens.
    public var deepLink: String?
    /// What opening the notification does.
    public var action: NamedAction?
    /// An image to attach, unless there are ``attachments``.
    public var image: String?
    /// What to attach.
    public var attachments: [Attachment]?
    /// Whom the message comes from.
    public var sender: MessageSender?
    /// The name of the group in which it was written.
    public var groupName: String?
    /// Buttons to register.
    public var actions: [ActionButton]?
    /// The category under which to register them.
    public var category: String?
    /// When the app shows it, if not now.
    public var local: LocalPlan?
    /// Plans that are void from now on.
    public var cancelLocal: LocalCancellation?
    /// The call that it tells of.
    public var call: CallNotice?
    /// The sender's own JSON object, byte for byte as it was sent.
    public var data: [UInt8]?

    /// Makes the plain text of a message.
    ///
    /// - Parameters:
    ///   - content: What it says.
    ///   - envelope: Which message it is, for whom, and until when.
    public init(_ content: MessageContent, envelope: Envelope) {
        id = envelope.id
        to = envelope.to
        expires = envelope.expires
        banner = Banner(content)
        conversation = content.conversation
        deepLink = content.deepLink
        action = content.action
        image = content.imageURL
        attachments = content.attachments.flatMap { $0.isEmpty ? nil : $0 }
        sender = content.sender
        groupName = content.groupName
        actions = content.actions.flatMap { $0.isEmpty ? nil : $0 }
        category = content.effectiveCategory
        local = content.local
        cancelLocal = content.cancelLocal
        data = content.data
    }

    /// Reads what has been decrypted.
    ///
    /// Unknown members and members of an unexpected type are ignored, as a newer or foreign sender may write them.
    ///
    /// - Throws: `invalid_content` if it is not a JSON object with an id; the message does not quote it.
    public init(decrypted bytes: [UInt8]) throws(PushModelError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes, limits: .strict) } catch {
            throw PushModelError(.invalidContent, "The decrypted text is not JSON. The sender's sealing is at fault.")
        }
        guard case .object(let object) = value else {
            throw PushModelError(.invalidContent, "The decrypted text is not a JSON object.")
        }
        var reader = ObjectReader(object)
        guard let id = reader.string("id"), !id.isEmpty else {
            throw PushModelError(.invalidContent, "The decrypted text has no \"id\", so it belongs to no message.")
        }
        self.id = id
        to = reader.string("to").map { SubscriberTag($0) }
        expires = reader.int("exp")
        banner = Banner(&reader)
        conversation = reader.string("conversation")
        deepLink = reader.string("deepLink")
        action = reader.take("action", NamedAction.init(received:))
        image = reader.string("image")
        attachments = reader.take("attachments") { $0.array?.compactMap(Attachment.init(received:)) }
        sender = reader.take("sender", MessageSender.init(received:))
        groupName = reader.string("group")
        actions = reader.take("actions") { $0.array?.compactMap(ActionButton.init(received:)) }
        category = reader.string("category")
        local = reader.take("local", LocalPlan.init(received:))
        cancelLocal = reader.take("cancelLocal", LocalCancellation.init(received:))
        call = reader.take("call", CallNotice.init(received:))
        if reader.object("data") != nil {
            data = try JSONScanner.range(of: ["data"], in: bytes).map { Array(bytes[$0]) }
        }
    }

    /// The sender's data as values; empty if there is none.
    public var dataObject: JSONObject { data.flatMap { try? JSONValue(parsing: $0).object } ?? JSONObject() }

    /// The plain text to be sealed.
    public func encoded() -> [UInt8] {
        var object: JSONObject = ["id": .string(id)]
        object.add("to", to?.description)
        object.add("exp", expires)
        banner.add(to: &object)
        object.add("conversation", conversation)
        object.add("deepLink", deepLink)
        object.add("action", action?.json)
        object.add("image", image)
        object.add("attachments", attachments.map { .array($0.map { .object($0.json) }) })
        object.add("sender", sender?.payload)
        object.add("group", groupName)
        object.add("actions", actions.map { .array($0.map { .object($0.json) }) })
        object.add("category", category)
        object.add("local", local?.json)
        object.add("cancelLocal", cancelLocal?.json)
        object.add("call", call?.json)
        var text = JSONText()
        text.append(object)
        guard let data else { return text.bytes }
        var bytes = text.bytes
        bytes.removeLast()
        bytes.append(contentsOf: Array(",\"data\":".utf8))
        bytes.append(contentsOf: data)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
