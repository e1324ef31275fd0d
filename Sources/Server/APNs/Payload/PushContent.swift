public import Foundation
public import PushModel

/// What a push says, with the headers that fit its type.
///
/// Make one with a function per type, then a ``PushRequest`` for each device: the content is encoded once, however many
/// devices get it.
public struct PushContent: Sendable, Hashable {
    /// The kind of push.
    public var type: PushType
    /// How urgent it is.
    public var priority: PushPriority
    /// How long APNs may keep it; nil leaves that to APNs.
    public var expiration: PushRequest.Expiration?
    /// The JSON as it goes out.
    public let payload: [UInt8]

    /// Takes JSON as it is.
    ///
    /// - Parameters:
    ///   - payload: A JSON object in UTF-8.
    ///   - type: The kind of push.
    ///   - priority: How urgent it is; nil takes the usual one of the type.
    ///   - expiration: How long APNs may keep it.
    /// - Returns: The content.
    public static func raw(
        _ payload: [UInt8], type: PushType, priority: PushPriority? = nil, expiration: PushRequest.Expiration? = nil
    ) -> PushContent {
        PushContent(payload, type, priority, expiration)
    }

    init(
        _ payload: [UInt8], _ type: PushType, _ priority: PushPriority? = nil,
        _ expiration: PushRequest.Expiration? = nil
    ) {
        self.type = type
        self.priority = priority ?? type.allowedPriorities.first ?? .immediate
        self.expiration = expiration
        self.payload = payload
    }

    /// `aps` first, then the app's own members; an `aps` among those is left out.
    init(
        _ aps: APS?, _ data: JSONObject, _ type: PushType, _ priority: PushPriority? = nil,
        _ expiration: PushRequest.Expiration? = nil
    ) {
        var object = JSONObject()
        if let aps { object.members.append(.init("aps", .object(aps.json))) }
        object.members.append(contentsOf: data.members.filter { aps == nil || $0.key != "aps" })
        self.init(object.encoded(), type, priority, expiration)
    }
}

extension PushRequest {
    /// Creates a push of content for one device; the topic follows from the bundle id and the type.
    ///
    /// - Parameters:
    ///   - content: What it says.
    ///   - deviceToken: The device token in hexadecimal digits.
    ///   - bundleID: The bundle id without a suffix; for `mdm` the topic itself.
    ///   - collapseID: Pushes with the same id replace each other; at most 64 bytes.
    ///   - id: The `apns-id`.
    public init(
        _ content: PushContent, to deviceToken: String, bundleID: String, collapseID: String? = nil,
        id: UUID = PushIdentity.next()
    ) {
        self.init(
            deviceToken: deviceToken, topic: content.type.topic(forBundle: bundleID) ?? bundleID,
            pushType: content.type, priority: content.priority, expiration: content.expiration,
            collapseID: collapseID, id: id, payload: content.payload)
    }
}
