#if !os(macOS) && !os(watchOS) && !os(tvOS)
    public import Foundation
    public import PushModel

    /// A call that somebody makes to the person in the app.
    public struct IncomingCall: Sendable, Hashable, Identifiable {
        /// How the app came to know of a call.
        public enum Source: String, Sendable, Hashable {
            /// By a push of PushKit.
            case push
            /// By a notification, where the device has no token for calls.
            case notification
            /// Over the live connection.
            case liveConnection
            /// The app asked the server.
            case retrieval
        }

        /// The call; CallKit knows it by the same UUID.
        public let id: UUID
        /// Who calls.
        public let caller: CallNotice.Caller
        /// Whether there is a picture.
        public let hasVideo: Bool
        /// The group whose call it is; then it is an invitation.
        public let group: CallNotice.Group?
        /// When ringing began.
        public let sentAt: Date
        /// When ringing ends.
        public let ringsUntil: Date
        /// What the caller's backend added.
        public let data: JSONObject
        /// How the app came to know of it.
        public let source: Source

        /// The longest that a call rings, whatever a push says.
        static let longestRing: TimeInterval = 120

        /// Takes a notice of a call; nil if it names no caller or is none that rings.
        ///
        /// A notice that does not say how long it rings, or too long, rings as the configuration says.
        init?(_ notice: CallNotice, source: Source, ringLimit: TimeInterval, now: Date) {
            guard let id = UUID(uuidString: notice.id), let caller = notice.caller else { return nil }
            self.id = id
            self.caller = caller
            hasVideo = notice.hasVideo
            group = notice.group
            // A clock of the server that is ahead of this one must not make it ring longer.
            sentAt = notice.sent.map { min(Date(timeIntervalSince1970: Double($0) / 1_000), now) } ?? now
            let seconds = notice.ringSeconds.map(Double.init) ?? ringLimit
            ringsUntil = sentAt.addingTimeInterval(min(max(seconds, 1), Self.longestRing))
            data = notice.data ?? JSONObject()
            self.source = source
        }

        /// The name to show: that of a group where it is one.
        public var displayName: String { group.map { "\(caller.name) (\($0.name))" } ?? caller.name }
    }

    /// A call that goes on, and how far it is.
    public struct CurrentCall: Sendable, Hashable {
        /// How far a call is.
        public enum Phase: String, Sendable, Hashable {
            /// It rings.
            case ringing
            /// The person has answered; the server and the media are not ready yet.
            case connecting
            /// Both sides hear each other.
            case connected
        }

        /// The call.
        public let call: IncomingCall
        /// How far it is.
        public internal(set) var phase: Phase
    }
#endif
