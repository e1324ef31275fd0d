package import PushModel

/// A request that passed every check: what APNs routes.
package struct AcceptedPush: Sendable {
    /// The request, for everything that is only looked at when somebody reads the push.
    let request: KeptRequest
    /// Whom it is for.
    let target: PushTarget
    /// The push type, by default worked out from the topic.
    package var pushType: PushType
    /// 1, 5 or 10.
    package var priority: Int
    /// Seconds since 1970; 0 is one attempt without storing; nil is the default storage.
    package var expiration: Int64?

    /// `apns-id`, as sent or generated.
    package var id: String { request.id?.text ?? "" }
    /// The device token, lowercase hex.
    package var token: String { target.token }
    /// `apns-topic`, suffix included.
    package var topic: String { target.topic }
    /// The topic without its suffix.
    package var bundleID: String { target.bundleID }
    /// The channel that it was broadcast to; nil for a push to one device.
    package var channelID: String? { target.channelID }
    /// `apns-collapse-id`.
    package var collapseID: String? { request.collapseID }
    /// The body.
    package var payload: [UInt8] { request.payload }
}

/// Whom pushes are for: a token or a channel, and the app behind it; shared by all pushes to it.
final class PushTarget: Sendable {
    /// The device token, lowercase hex; empty for a channel.
    let token: String
    let topic: String
    let bundleID: String
    let channelID: String?

    init(token: String = "", topic: String, bundleID: String, channelID: String? = nil) {
        self.token = token
        self.topic = topic
        self.bundleID = bundleID
        self.channelID = channelID
    }
}
