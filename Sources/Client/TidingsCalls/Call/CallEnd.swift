#if !os(macOS) && !os(watchOS) && !os(tvOS)
    public import CallKit

    /// How a call ended.
    public enum CallEnd: String, Sendable, Hashable, CaseIterable {
        /// It has not ended, or nobody is to hear of it.
        case none
        /// Both sides talked, and one of them hung up.
        case completed
        /// The caller hung up before it was answered.
        case canceled
        /// The person declined, here or on another device.
        case declined
        /// The person answered on another device.
        case otherDeviceAccepted
        /// It was answered, and the connection took too long.
        case timedOut
        /// The connection broke.
        case connectionLost
        /// Nobody answered in time.
        case noAnswer
        /// The call could not be made.
        case dialFailed
        /// The call could not be answered.
        case acceptFailed
        /// It ended before anybody was connected, for none of the other reasons.
        case notConnected
        /// For a reason that this version does not know.
        case unknown

        /// What the system is told; nil where it is told nothing.
        public var reason: CXCallEndedReason? {
            switch self {
            case .none: nil
            case .connectionLost, .timedOut, .acceptFailed, .dialFailed, .notConnected, .unknown: .failed
            case .completed, .canceled: .remoteEnded
            case .declined: .declinedElsewhere
            case .noAnswer: .unanswered
            case .otherDeviceAccepted: .answeredElsewhere
            }
        }
    }
#endif
