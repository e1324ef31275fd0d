public import PushModel

/// What a push is to say, before it takes the form that APNs, FCM or Tidings wants.
///
/// Its names are those of the payload builder of react-native-notify-kit, whose JSON ``init(parsing:)`` reads. Build it with
/// ``apns(bundleID:secondsSince1970:)``, ``fcm(secondsSince1970:)``, ``firebaseAdmin(secondsSince1970:)`` or ``tidings()``.
/// Each first checks everything, and throws all that is wrong with its place.
public struct PushDraft: Sendable, Hashable {
    /// A registration token of FCM.
    public var token: String?
    /// A topic of FCM, or of Tidings.
    public var topic: String?
    /// A condition over topics of FCM.
    public var condition: String?
    /// Subscribers of Tidings, by your own user ids.
    public var users: [String] = []
    /// Names the notification; pushes with the same name replace each other.
    public var id: String?
    /// The first line; has to be there.
    public var title: String?
    /// The second line.
    public var subtitle: String?
    /// The text; has to be there.
    public var body: String?
    /// The sender's own data: texts by key.
    public var data = JSONObject()
    /// How iOS shows it, in the words of notify-kit: `sound`, `categoryId`, `threadId`, `interruptionLevel`, `attachments` and more.
    public var ios = JSONObject()
    /// How Android shows it, in the words of notify-kit; passed on as it is.
    public var android: JSONObject?
    /// `high`, which is the default, or `normal`.
    public var androidPriority: String?
    /// The number on the icon; 0 takes it away.
    public var badge: Int?
    /// For how many seconds it is worth delivering, from 1.
    public var timeToLive: Int?
    /// Replaces what was sent under the same key; goes before ``id``.
    public var collapseKey: String?

    /// Makes a draft.
    public init(title: String? = nil, body: String? = nil) {
        self.title = title
        self.body = body
    }

    /// The id under which pushes replace each other.
    public var collapseID: String? { collapseKey ?? id }

    /// What a push is built for.
    public enum Target: String, Sendable, Hashable, CaseIterable {
        /// The JSON for APNs, with its headers.
        case apns
        /// The body of `messages:send` of FCM.
        case fcm
        /// A message for the Firebase Admin SDK.
        case firebaseAdmin = "firebase-admin"
        /// The body of `POST /v1/messages`.
        case tidings
    }
}

extension PushDraft {
    /// Reads a draft: a route, `notification` and `options`, as notify-kit's payload builder takes them.
    ///
    /// - Throws: `PushModelError` if it is no JSON, `ValidationError` with every field of another type or an unknown name.
    public init(parsing bytes: [UInt8]) throws {
        var reader = try FieldReader(parsing: bytes)
        token = reader.string("token")
        topic = reader.string("topic")
        condition = reader.string("condition")
        if let to = reader.value("to") {
            users = (to.array ?? [to]).compactMap(\.string)
            if users.count != (to.array?.count ?? 1) {
                reader.fail("to", .invalidType, "Expected a user id or a list of them.")
            }
        }
        var draft = self
        _ = reader.nested("notification", isRequired: true) { draft.read(notification: &$0) }
        _ = reader.nested("options") { draft.read(options: &$0) }
        self = draft
        try reader.finish()
    }

    private mutating func read(notification reader: inout FieldReader) -> Bool? {
        id = reader.string("id")
        title = reader.string("title")
        subtitle = reader.string("subtitle")
        body = reader.string("body")
        data = reader.object("data") ?? JSONObject()
        ios = reader.object("ios") ?? JSONObject()
        android = reader.object("android")
        return true
    }

    private mutating func read(options reader: inout FieldReader) -> Bool? {
        androidPriority = reader.string("androidPriority")
        badge = reader.int("iosBadgeCount", in: .min ... .max)
        timeToLive = reader.int("ttl", in: .min ... .max)
        collapseKey = reader.string("collapseKey")
        return true
    }
}
