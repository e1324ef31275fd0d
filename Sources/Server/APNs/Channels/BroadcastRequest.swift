public import Foundation
import HTTP2
public import PushModel

/// One push to everybody who follows a channel: it updates or ends Live Activities, from iOS 18 on.
///
/// Activities are started by pushes to devices that carry `input-push-channel`.
public struct BroadcastRequest: Sendable, Hashable {
    /// The app, without a suffix.
    public var bundleID: String
    /// The channel, a base64 text.
    public var channelID: String
    /// How urgent it is.
    ///
    /// Default `.immediate`.
    public var priority = PushPriority.immediate
    /// How long APNs may keep it; must be ``PushRequest/Expiration/once`` for a channel that stores nothing.
    ///
    /// Default `.once`.
    public var expiration = PushRequest.Expiration.once
    /// The `apns-request-id`, which APNs repeats in its answer.
    public var id: UUID
    /// The JSON as it goes out, with event `update` or `end`; at most 5120 bytes.
    public var payload: [UInt8]

    /// Creates a broadcast.
    public init(bundleID: String, channelID: String, id: UUID = PushIdentity.next(), payload: [UInt8]) {
        self.bundleID = bundleID
        self.channelID = channelID
        self.id = id
        self.payload = payload
    }

    /// The rule that this broadcast breaks, as the answer that APNs would give; nil when it may be sent.
    public var violation: Rejection? {
        if let violation = BroadcastChannels.violation(bundleID: bundleID, channelID: channelID) { return violation }
        guard !payload.isEmpty else {
            return Rejection(
                status: 400, reason: .payloadEmpty, isLocal: true,
                detail: "The payload is empty: it must be a JSON object.")
        }
        let limit = PushType.broadcastPayloadByteLimit
        guard payload.count <= limit else {
            return Rejection(
                status: 413, reason: .payloadTooLarge, isLocal: true,
                detail: "The payload has \(payload.count) bytes; a broadcast allows \(limit).")
        }
        return PushRequest.violation(of: expiration)
    }
}

extension APNsClient {
    /// Sends a push to everybody who follows a channel.
    ///
    /// - Parameter broadcast: What to send, and to which channel.
    /// - Returns: The id that APNs repeated: it took the broadcast, which is not yet a delivery.
    /// - Throws: `CallFailure`: rejected, not processed or ambiguous.
    @discardableResult
    public func broadcast(_ broadcast: BroadcastRequest) async throws(CallFailure) -> UUID {
        guard authentication.kind == .token else {
            throw .rejected(
                Rejection(
                    status: 403, reason: .missingProviderToken, isLocal: true,
                    detail: "Broadcasts need a key; this client has a certificate."))
        }
        if let violation = broadcast.violation { throw .rejected(violation) }
        let call = APNsCall(
            method: "POST", path: "/4/broadcasts/apps/\(broadcast.bundleID)",
            headers: [
                ("apns-push-type", "liveactivity"), ("apns-channel-id", broadcast.channelID),
                ("apns-expiration", broadcast.expiration.text), ("apns-priority", broadcast.priority.text),
                ("apns-request-id", broadcast.id.uuidString.lowercased()),
            ], body: broadcast.payload)
        let response = try await calls.call(call, within: configuration.requestTimeout).get()
        return response.header("apns-request-id").flatMap { UUID(uuidString: $0) } ?? broadcast.id
    }
}
