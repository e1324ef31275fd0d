/// What a notification looks like when the app or its extension draws it.
public struct Banner: Sendable, Hashable {
    /// The first line.
    public var title: String?
    /// The second line.
    public var subtitle: String?
    /// The text.
    public var body: String?
    /// The number on the icon.
    public var badge: Int?
    /// The sound's file name or `default`.
    public var sound: String?
    /// Groups notifications on the screen.
    public var threadID: String?
    /// Names the window that should come to the front.
    public var targetContentID: String?
    /// How much it may interrupt, as APNs writes it.
    public var interruptionLevel: APS.InterruptionLevel?
    /// Orders notifications in the summary.
    public var relevanceScore: Double?

    /// Makes a banner of texts.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// Makes the banner of a message.
    public init(_ content: MessageContent) {
        title = content.title
        subtitle = content.subtitle
        body = content.body
        badge = content.badge
        sound = content.sound
        threadID = content.threadID
        targetContentID = content.targetContentID
        interruptionLevel = content.interruptionLevel?.aps
        relevanceScore = content.relevanceScore
    }

    /// Reads a received banner; what is unknown or of an unexpected type is dropped.
    public init(_ object: JSONObject) {
        var reader = ObjectReader(object)
        self.init(&reader)
    }

    init(_ reader: inout ObjectReader) {
        title = reader.string("title")
        subtitle = reader.string("subtitle")
        body = reader.string("body")
        badge = reader.int("badge")
        sound = reader.string("sound")
        threadID = reader.string("threadId")
        targetContentID = reader.string("targetContentId")
        interruptionLevel = reader.string("interruptionLevel").map(APS.InterruptionLevel.init(rawValue:))
        relevanceScore = reader.double("relevanceScore")
    }

    /// The banner as JSON.
    public var json: JSONObject {
        var object = JSONObject()
        add(to: &object)
        return object
    }

    func add(to object: inout JSONObject) {
        object.add("title", title)
        object.add("subtitle", subtitle)
        object.add("body", body)
        object.add("badge", badge)
        object.add("sound", sound)
        object.add("threadId", threadID)
        object.add("targetContentId", targetContentID)
        object.add("interruptionLevel", interruptionLevel?.rawValue)
        object.add("relevanceScore", relevanceScore)
    }

    /// Whether there is a text to show.
    public var hasText: Bool { title != nil || subtitle != nil || body != nil }
}
