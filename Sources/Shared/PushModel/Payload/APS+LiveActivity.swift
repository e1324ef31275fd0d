extension APS {
    /// The members of `aps` that only pushes to Live Activities have.
    public struct LiveActivityFields: Sendable, Hashable {
        /// What happens to the activity.
        public var event: Event?
        /// When the state was made, in seconds since 1970; the device ignores an older one than it has.
        public var timestamp: Int?
        /// When the state is out of date, in seconds since 1970.
        public var staleDate: Int?
        /// When an ended activity leaves the screen, in seconds since 1970; the past is at once.
        public var dismissalDate: Int?
        /// The state, as the app's `ContentState` decodes it.
        public var contentState: JSONObject?
        /// The name of the app's attributes type, on start.
        public var attributesType: String?
        /// The attributes, on start.
        public var attributes: JSONObject?
        /// The channel that the started activity listens to, from iOS 18.
        public var inputPushChannel: String?
        /// Whether the started activity asks for a token of its own, from iOS 18.
        public var inputPushToken: Bool?

        /// Makes fields that say nothing.
        public init() {}

        init(_ reader: inout ObjectReader) {
            event = reader.take("event") { $0.string.map(Event.init(rawValue:)) }
            timestamp = reader.int("timestamp")
            staleDate = reader.int("stale-date")
            dismissalDate = reader.int("dismissal-date")
            contentState = reader.object("content-state")
            attributesType = reader.string("attributes-type")
            attributes = reader.object("attributes")
            inputPushChannel = reader.string("input-push-channel")
            inputPushToken = reader.flag("input-push-token")
        }

        func add(to object: inout JSONObject) {
            object.add("event", event?.rawValue)
            object.add("timestamp", timestamp)
            object.add("stale-date", staleDate)
            object.add("dismissal-date", dismissalDate)
            object.add("content-state", contentState)
            object.add("attributes-type", attributesType)
            object.add("attributes", attributes)
            object.add("input-push-channel", inputPushChannel)
            object.add("input-push-token", flag: inputPushToken)
        }
    }

    /// What happens to a Live Activity; other words are kept as they are.
    public struct Event: RawRepresentable, Sendable, Hashable {
        /// The word as APNs writes it.
        public let rawValue: String

        /// Takes a word as APNs writes it.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Begins an activity.
        public static let start = Event(rawValue: "start")
        /// Changes its state.
        public static let update = Event(rawValue: "update")
        /// Ends it.
        public static let end = Event(rawValue: "end")
    }
}
