/// What is told of a call, by a push, over the live connection or in an answer of the API.
///
/// `Documentation/Calls.md` describes it.
public struct CallNotice: Sendable, Hashable {
    /// What happened to the call.
    public struct Event: RawRepresentable, Sendable, Hashable {
        /// The word on the wire.
        public let rawValue: String

        /// Takes a word of a notice.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It rings; the only event that goes out as a VoIP push.
        public static let ring = Event(rawValue: "ring")
        /// Somebody answered it.
        public static let accepted = Event(rawValue: "accepted")
        /// The person declined it on one of their devices.
        public static let declined = Event(rawValue: "declined")
        /// The caller hung up before it was answered.
        public static let cancelled = Event(rawValue: "cancelled")
        /// It was answered and is over.
        public static let ended = Event(rawValue: "ended")
        /// Nobody answered in time.
        public static let missed = Event(rawValue: "missed")

        /// Whether nothing rings any more after it.
        public var endsRinging: Bool { self != .ring }
    }

    /// Who calls.
    public struct Caller: Sendable, Hashable {
        /// Names the person to the app, such as a user id.
        public var id: String
        /// The person's name.
        public var name: String
        /// A number, an address or a name under which they can be called; the id where there is none.
        public var handle: String

        /// Makes a caller.
        public init(id: String, name: String, handle: String? = nil) {
            self.id = id
            self.name = name
            self.handle = handle ?? id
        }
    }

    /// The group whose call it is.
    public struct Group: Sendable, Hashable {
        /// Names the group to the app.
        public var id: String
        /// The group's name.
        public var name: String

        /// Makes a group.
        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The call: a UUID in lowercase.
    public var id: String
    /// What happened.
    public var event: Event
    /// Who calls.
    public var caller: Caller?
    /// Whether there is a picture.
    public var hasVideo: Bool
    /// When ringing began, in milliseconds since 1970.
    public var sent: Int?
    /// For how many seconds from then it rings.
    public var ringSeconds: Int?
    /// The group, where it is a call of one.
    public var group: Group?
    /// What the caller's backend added.
    public var data: JSONObject?
    /// When the event happened, in milliseconds since 1970.
    public var at: Int?
    /// The device that accepted, declined or ended it.
    public var deviceID: String?
    /// Why it ended.
    public var reason: String?

    /// Makes a notice.
    public init(id: String, event: Event, caller: Caller? = nil, hasVideo: Bool = false) {
        self.id = id
        self.event = event
        self.caller = caller
        self.hasVideo = hasVideo
    }

    /// Takes what can be taken of a received notice; nil without an event and an id that is a UUID.
    public init?(received value: JSONValue) {
        guard let id = value["id"]?.string, Self.isUUID(id), let event = value["event"]?.string else { return nil }
        self.init(id: id.lowercased(), event: Event(rawValue: event))
        caller = value["from"].flatMap(Caller.init(received:))
        hasVideo = value["video"]?.bool ?? false
        sent = value["sent"]?.int
        ringSeconds = value["ring"]?.int
        group = value["group"].flatMap(Group.init(received:))
        data = value["data"]?.object
        at = value["at"]?.int
        deviceID = value["by"]?.string
        reason = value["reason"]?.string
    }

    /// The notice as it stands on the wire.
    public var json: JSONObject {
        var object: JSONObject = ["id": .string(id), "event": .string(event.rawValue)]
        if let caller {
            let from: JSONObject = [
                "id": .string(caller.id), "name": .string(caller.name), "handle": .string(caller.handle),
            ]
            object.add("from", from)
            object.members.append(JSONObject.Member("video", .bool(hasVideo)))
        }
        object.add("sent", sent)
        object.add("ring", ringSeconds)
        if let group {
            let named: JSONObject = ["id": .string(group.id), "name": .string(group.name)]
            object.add("group", named)
        }
        object.add("data", data)
        object.add("at", at)
        object.add("by", deviceID)
        object.add("reason", reason)
        return object
    }

    /// What of a sealed notice may stand in clear beside it.
    public var outside: CallNotice { CallNotice(id: id, event: event) }

    /// Whether a text has the form of a UUID.
    private static func isUUID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(\.isHexadecimal)
    }
}

extension CallNotice.Caller {
    fileprivate init?(received value: JSONValue) {
        guard let id = value["id"]?.string, !id.isEmpty else { return nil }
        let handle = value["handle"]?.string
        self.init(id: id, name: value["name"]?.string ?? handle ?? id, handle: handle)
    }
}

extension CallNotice.Group {
    fileprivate init?(received value: JSONValue) {
        guard let id = value["id"]?.string, !id.isEmpty else { return nil }
        self.init(id: id, name: value["name"]?.string ?? id)
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
