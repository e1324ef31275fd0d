/// The `aps` dictionary of a push, complete.
///
/// Reading takes anything: what has an unknown key or the wrong type is kept in ``unknown`` and written back. Times are
/// whole seconds since 1970. Source: Apple, "Generating a remote notification" and the Live Activity articles.
public struct APS: Sendable, Hashable {
    /// What the system shows.
    public var alert: Alert?
    /// The number on the app's icon; 0 takes it away.
    public var badge: Int?
    /// What the system plays.
    public var sound: Sound?
    /// Groups notifications on the screen.
    public var threadID: String?
    /// Names the action buttons, among the categories that the app registered.
    public var category: String?
    /// Wakes the app in the background.
    public var isContentAvailable: Bool?
    /// Starts the service extension, if there is an alert.
    public var isMutableContent: Bool?
    /// Names the window that should come to the front.
    public var targetContentID: String?
    /// How much the notification may interrupt.
    public var interruptionLevel: InterruptionLevel?
    /// Orders notifications in the summary, 0 to 1; for Live Activities any number.
    public var relevanceScore: Double?
    /// What the app's Focus filter decides by.
    public var filterCriteria: String?
    /// Tells an app of a changed remote collection of widgets.
    public var isContentChanged: Bool?
    /// Fills the placeholders of a website's URL in Safari.
    public var urlArguments: [String]?
    /// The former way to name the sender in a summary.
    public var summaryArgument: String?
    /// The former way to count in a summary.
    public var summaryArgumentCount: Int?

    /// What is Live Activity about it.
    public var liveActivity = LiveActivityFields()

    /// Members that are unknown or have an unexpected type, in order.
    public var unknown = JSONObject()

    /// Makes an empty dictionary.
    public init() {}

    /// Reads the dictionary; nothing is refused and nothing is lost.
    public init(_ object: JSONObject) {
        var reader = ObjectReader(object)
        alert = reader.take("alert", Alert.init)
        badge = reader.int("badge")
        sound = reader.take("sound", Sound.init)
        threadID = reader.string("thread-id")
        category = reader.string("category")
        isContentAvailable = reader.flag("content-available")
        isMutableContent = reader.flag("mutable-content")
        targetContentID = reader.string("target-content-id")
        interruptionLevel = reader.take("interruption-level") { $0.string.map(InterruptionLevel.init(rawValue:)) }
        relevanceScore = reader.double("relevance-score")
        filterCriteria = reader.string("filter-criteria")
        isContentChanged = reader.take("content-changed", \.bool) ?? reader.flag("content-changed")
        urlArguments = reader.strings("url-args")
        summaryArgument = reader.string("summary-arg")
        summaryArgumentCount = reader.int("summary-arg-count")
        liveActivity = LiveActivityFields(&reader)
        unknown = reader.rest
    }

    /// The dictionary as JSON; known members come first.
    public var json: JSONObject {
        var object = JSONObject()
        object.add("alert", alert?.json)
        object.add("badge", badge)
        object.add("sound", sound?.json)
        object.add("thread-id", threadID)
        object.add("category", category)
        object.add("content-available", flag: isContentAvailable)
        object.add("mutable-content", flag: isMutableContent)
        object.add("target-content-id", targetContentID)
        object.add("interruption-level", interruptionLevel?.rawValue)
        object.add("relevance-score", relevanceScore)
        object.add("filter-criteria", filterCriteria)
        object.add("content-changed", isContentChanged.map(JSONValue.bool))
        object.add("url-args", urlArguments)
        object.add("summary-arg", summaryArgument)
        object.add("summary-arg-count", summaryArgumentCount)
        liveActivity.add(to: &object)
        object.members.append(contentsOf: unknown.members)
        return object
    }

    /// How much a notification may interrupt, as APNs writes it; other levels are kept as they are.
    public struct InterruptionLevel: RawRepresentable, Sendable, Hashable {
        /// The level as APNs writes it.
        public let rawValue: String

        /// Takes a level as APNs writes it.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Straight into the list.
        public static let passive = InterruptionLevel(rawValue: "passive")
        /// As usual.
        public static let active = InterruptionLevel(rawValue: "active")
        /// Through scheduled summaries and Focus.
        public static let timeSensitive = InterruptionLevel(rawValue: "time-sensitive")
        /// Through the mute switch, with an entitlement.
        public static let critical = InterruptionLevel(rawValue: "critical")
    }
}
