import Foundation
public import PushModel

extension APNsSimulator {
    /// A push as a device receives it.
    public struct Push: Sendable, Hashable {
        /// Position in the device's inbox, from 1.
        public var sequence: Int
        /// `apns-id`.
        public var id: String
        /// The device token it was sent to.
        public var token: String
        /// The app.
        public var bundleID: String
        /// The service it came through.
        public var environment: Environment
        /// The push type.
        public var pushType: PushType
        /// 1, 5 or 10.
        public var priority: Int
        /// Seconds since 1970; 0 for one attempt only; nil for the default storage.
        public var expiration: Int64?
        /// `apns-collapse-id`.
        public var collapseID: String?
        /// The JSON as it was sent.
        public var payload: [UInt8]
        /// Milliseconds since 1970 at which the device received it.
        public var receivedAt: Int64
        /// The channel that it was broadcast to; nil for a push to this device alone.
        public var channelID: String?

        /// What the system on the device uses as `request.identifier`: the collapse id, otherwise the `apns-id`.
        public var identifier: String { collapseID ?? id }
    }

    /// One entry on the screen of a light device.
    public struct ScreenEntry: Sendable, Hashable {
        /// The collapse id, otherwise the `apns-id`.
        public var identifier: String
        /// The app.
        public var bundleID: String
        /// How often a push with this identifier was shown; from 2 on it replaced the entry in place.
        public var shown: Int
        /// The newest payload.
        public var payload: [UInt8]
    }
}

extension APNsSimulator.Push {
    init(_ arrival: Arrival, sequence: Int) {
        let push = arrival.push
        self.init(
            sequence: sequence, id: push.id, token: push.token, bundleID: push.bundleID,
            environment: arrival.environment, pushType: push.pushType, priority: push.priority,
            expiration: push.expiration, collapseID: push.collapseID, payload: push.payload,
            receivedAt: arrival.receivedAt, channelID: push.channelID)
    }
}
