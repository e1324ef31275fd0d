public import Foundation
public import PushModel

/// One push for one device.
public struct PushRequest: Sendable, Hashable {
    /// How long APNs may keep a push for a device that is offline.
    public enum Expiration: Sendable, Hashable {
        /// One attempt, never stored; goes out as `0`.
        case once
        /// Stored until this time, at most 30 days; goes out in whole seconds since 1970.
        case at(Date)
    }

    /// The device token in hexadecimal digits, as stored; APNs promises no length.
    public var deviceToken: String
    /// The topic: the bundle id with the suffix of the push type.
    public var topic: String
    /// The kind of push.
    public var pushType: PushType
    /// How urgent it is.
    ///
    /// Default `.immediate`; a background push must have `.conservePower`.
    public var priority: PushPriority
    /// How long APNs may keep it; nil leaves that to APNs.
    public var expiration: Expiration?
    /// Pushes with the same id replace each other on the screen; at most 64 bytes.
    public var collapseID: String?
    /// The `apns-id`, unique per notification; the same one again marks a resend.
    public var id: UUID
    /// Whether the token is likely to be refused, for instance when it is tried in the other environment.
    ///
    /// Default false. Suspect pushes go over a connection of their own, so that refusals do not slow the others; the client
    /// adds those tokens whose last push was refused as `BadDeviceToken` or `DeviceTokenNotForTopic`.
    public var isSuspect: Bool
    /// The JSON as it goes out; at most `pushType.payloadByteLimit` bytes.
    public var payload: [UInt8]

    /// Creates a push.
    ///
    /// - Parameters:
    ///   - deviceToken: The device token in hexadecimal digits.
    ///   - topic: The bundle id with the suffix of the push type.
    ///   - pushType: The kind of push.
    ///   - priority: How urgent it is; nil takes the usual one of the type.
    ///   - expiration: How long APNs may keep it; nil leaves that to APNs.
    ///   - collapseID: Pushes with the same id replace each other; at most 64 bytes.
    ///   - id: The `apns-id`.
    ///   - payload: The JSON as it goes out.
    public init(
        deviceToken: String, topic: String, pushType: PushType = .alert, priority: PushPriority? = nil,
        expiration: Expiration? = nil, collapseID: String? = nil, id: UUID = PushIdentity.next(), payload: [UInt8]
    ) {
        self.deviceToken = deviceToken
        self.topic = topic
        self.pushType = pushType
        self.priority = priority ?? pushType.allowedPriorities.first ?? .immediate
        self.expiration = expiration
        self.collapseID = collapseID
        self.id = id
        isSuspect = false
        self.payload = payload
    }
}
