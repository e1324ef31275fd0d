package import Foundation

/// What an app tells the system about a call; nil leaves it as it is.
package struct WireCallUpdate: Codable, Sendable, Hashable {
    package var handleType: Int?
    package var handle: String?
    package var name: String?
    package var hasVideo: Bool?
    package var supportsHolding: Bool?
    package var supportsGrouping: Bool?
    package var supportsUngrouping: Bool?
    package var supportsDTMF: Bool?

    package init() {}
}

/// A call as whoever observes the calls of the phone sees it.
package struct WireCall: Codable, Sendable, Hashable {
    package var id: UUID
    package var isOutgoing = false
    package var isOnHold = false
    package var hasConnected = false
    package var hasEnded = false

    package init(id: UUID, isOutgoing: Bool) {
        self.id = id
        self.isOutgoing = isOutgoing
    }
}

/// Something that is to be done to a call, by the person or by the app.
package struct WireCallAction: Codable, Sendable, Hashable {
    /// What it is.
    package enum Kind: Codable, Sendable, Hashable {
        case start(handleType: Int, handle: String, isVideo: Bool, contact: String?)
        case answer
        case end
        case hold(Bool)
        case mute(Bool)
        /// Nil takes the call out of its group.
        case group(with: UUID?)
        case playDTMF(digits: String, type: Int)
    }

    package var id: UUID
    package var call: UUID
    package var kind: Kind
    /// When the system gives up on it.
    package var timeout: Date

    package init(id: UUID = UUID(), call: UUID, kind: Kind, timeout: Date = .distantFuture) {
        self.id = id
        self.call = call
        self.kind = kind
        self.timeout = timeout
    }
}

/// What a program asks of the system's calls.
package enum CallKitCall: Codable, Sendable {
    case configure(groups: Int, callsPerGroup: Int, supportsVideo: Bool, inRecents: Bool)
    case reportIncoming(UUID, WireCallUpdate)
    case reportUpdated(UUID, WireCallUpdate)
    /// `reason`: the number of `CXCallEndedReason`.
    case reportEnded(UUID, at: Date?, reason: Int)
    case reportConnecting(UUID, at: Date?)
    case reportConnected(UUID, at: Date?)
    case request([WireCallAction])
    case actionDone(UUID, isFulfilled: Bool, at: Date?)
    case invalidate
    case calls
    /// The service extension hands on what it found in a push.
    case reportPayload(WireValue)
}

/// What the system's calls tell an app.
package enum CallKitEvent: Codable, Sendable {
    case perform([WireCallAction])
    case timedOut(UUID)
    case audio(isActive: Bool)
    case reset
    case changed(WireCall)
}

/// What PushKit tells an app.
package enum PushKitEvent: Codable, Sendable {
    case updated(type: String, token: Data)
    case invalidated(type: String)
    /// `mustReport`: nil on systems that do not say it.
    case incoming(type: String, payload: WireValue, mustReport: Bool?)
}
