package import PushModel

/// A request that passed every check that needs no device: what APNs would route.
package struct AcceptedPush: Sendable, Hashable {
    /// `apns-id`, as sent or generated.
    package var id: String
    /// The device token, lowercase hex.
    package var token: String
    /// `apns-topic`, suffix included.
    package var topic: String
    /// The topic without its suffix.
    package var bundleID: String
    /// The push type, by default worked out from the topic.
    package var pushType: PushType
    /// 1, 5 or 10.
    package var priority: Int
    /// Seconds since 1970; 0 is one attempt without storing; nil is the default storage.
    package var expiration: Int64?
    /// `apns-collapse-id`.
    package var collapseID: String?
    /// The body.
    package var payload: [UInt8]
    /// The channel that it was broadcast to; nil for a push to one device.
    package var channelID: String?
}
