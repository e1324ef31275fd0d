/// When and how the app itself shows a message later: it travels in a silent push and stays on the device.
public struct LocalPlan: Sendable, Hashable {
    /// Names the plan: a new one under the same name takes its place; parts are separated by colons.
    public var id: String
    /// When it is due: `2026-03-01T09:00` on the phone's own clock wherever it is, or a moment with `Z` or an offset.
    public var at: String
    /// Orders plans and cancellations under one name, whenever they arrive; the order of the messages without it.
    public var version: Int?
    /// Events of the subscriber that make the plan void.
    public var cancelOn: [String]?
    /// The hours in which it is put off until they are over.
    public var quiet: QuietHours?
    /// Whether the server sends an ordinary push when the time has come and none of the person's phones has the plan.
    public var fallsBack = true

    /// Hours of the day in which a phone stays silent, by its own clock.
    public struct QuietHours: Sendable, Hashable {
        /// When they begin, `22:00`.
        public var from: String
        /// When they are over, `07:30`; on the next day if that is not later than the beginning.
        public var until: String

        /// Makes quiet hours.
        public init(from: String, until: String) {
            self.from = from
            self.until = until
        }

        var json: JSONObject { ["from": .string(from), "until": .string(until)] }
    }

    /// Makes a plan.
    public init(
        id: String, at: String, version: Int? = nil, cancelOn: [String]? = nil, quiet: QuietHours? = nil,
        fallsBack: Bool = true
    ) {
        self.fallsBack = fallsBack
        self.id = id
        self.at = at
        self.version = version
        self.cancelOn = cancelOn
        self.quiet = quiet
    }

    /// The most characters of a name.
    public static let idLengthLimit = 100
    /// The most events that make a plan void.
    public static let cancelOnLimit = 10

    /// Takes what can be taken of a received plan; nil without a name or a time.
    package init?(received value: JSONValue) {
        guard let id = value["id"]?.string, !id.isEmpty, let at = value["at"]?.string else { return nil }
        self.init(id: id, at: at, version: value["version"]?.int, cancelOn: value["cancelOn"]?.strings)
        if let from = value["quiet"]?["from"]?.string, let until = value["quiet"]?["until"]?.string {
            quiet = QuietHours(from: from, until: until)
        }
    }

    /// The plan as JSON, as a phone needs it.
    public var json: JSONObject {
        var object: JSONObject = ["id": .string(id), "at": .string(at)]
        object.add("version", version)
        object.add("cancelOn", cancelOn)
        object.add("quiet", quiet?.json)
        return object
    }

    /// The plan as a request says it.
    var request: JSONObject {
        var object = json
        if !fallsBack { object["fallback"] = false }
        return object
    }
}

/// Makes plans void: the one of this name, and those whose name goes on with a colon after it.
public struct LocalCancellation: Sendable, Hashable {
    /// The name, or the parts that it begins with.
    public var id: String
    /// Plans of a newer version stay.
    public var version: Int?

    /// Makes a cancellation.
    public init(id: String, version: Int? = nil) {
        self.id = id
        self.version = version
    }

    /// Takes what can be taken of a received cancellation; nil without a name.
    package init?(received value: JSONValue) {
        guard let id = value["id"]?.string, !id.isEmpty else { return nil }
        self.init(id: id, version: value["version"]?.int)
    }

    /// The cancellation as JSON.
    public var json: JSONObject {
        var object: JSONObject = ["id": .string(id)]
        object.add("version", version)
        return object
    }
}
