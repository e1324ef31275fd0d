public import Foundation
internal import ProcessLocal

/// The app calls somebody.
open class CXStartCallAction: CXCallAction {
    /// Whom.
    open var handle: CXHandle
    /// The contact that it was chosen from.
    open var contactIdentifier: String?
    /// Whether with a picture.
    open var isVideo = false

    /// Makes an action.
    public init(call callUUID: UUID, handle: CXHandle) {
        self.handle = handle
        super.init(call: callUUID)
    }

    init(_ wire: WireCallAction, handle: CXHandle) {
        self.handle = handle
        super.init(wire)
    }

    /// Says that it is done, and when the call began.
    open func fulfill(withDateStarted dateStarted: Date) { complete(isFulfilled: true, at: dateStarted) }

    override var kind: WireCallAction.Kind {
        .start(handleType: handle.type.rawValue, handle: handle.value, isVideo: isVideo, contact: contactIdentifier)
    }
}

/// The person answers.
open class CXAnswerCallAction: CXCallAction {
    /// Says that it is done, and when the call connected.
    open func fulfill(withDateConnected dateConnected: Date) { complete(isFulfilled: true, at: dateConnected) }

    override var kind: WireCallAction.Kind { .answer }
}

/// The person declines or hangs up.
open class CXEndCallAction: CXCallAction {
    /// Says that it is done, and when the call ended.
    open func fulfill(withDateEnded dateEnded: Date) { complete(isFulfilled: true, at: dateEnded) }
}

/// The call is held, or goes on.
open class CXSetHeldCallAction: CXCallAction {
    /// Whether it is to be held.
    open var isOnHold: Bool

    /// Makes an action.
    public init(call callUUID: UUID, onHold: Bool) {
        isOnHold = onHold
        super.init(call: callUUID)
    }

    init(_ wire: WireCallAction, onHold: Bool) {
        isOnHold = onHold
        super.init(wire)
    }

    override var kind: WireCallAction.Kind { .hold(isOnHold) }
}

/// The microphone of the call is switched off or on.
open class CXSetMutedCallAction: CXCallAction {
    /// Whether it is to be off.
    open var isMuted: Bool

    /// Makes an action.
    public init(call callUUID: UUID, muted: Bool) {
        isMuted = muted
        super.init(call: callUUID)
    }

    init(_ wire: WireCallAction, muted: Bool) {
        isMuted = muted
        super.init(wire)
    }

    override var kind: WireCallAction.Kind { .mute(isMuted) }
}

/// The call is joined with another one, or leaves its group.
open class CXSetGroupCallAction: CXCallAction {
    /// The other call; nil to leave.
    open var callUUIDToGroupWith: UUID?

    /// Makes an action.
    public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
        self.callUUIDToGroupWith = callUUIDToGroupWith
        super.init(call: callUUID)
    }

    init(_ wire: WireCallAction, callUUIDToGroupWith: UUID?) {
        self.callUUIDToGroupWith = callUUIDToGroupWith
        super.init(wire)
    }

    override var kind: WireCallAction.Kind { .group(with: callUUIDToGroupWith) }
}

/// Tones are sent.
open class CXPlayDTMFCallAction: CXCallAction {
    /// How many tones there are, and why they pause.
    public enum ActionType: Int, Sendable {
        /// One.
        case singleTone = 1
        /// Several, with short pauses.
        case softPause = 2
        /// Several, after which the person is asked to go on.
        case hardPause = 3
    }

    /// The tones.
    open var digits: String
    /// How they are sent.
    open var type: ActionType

    /// Makes an action.
    public init(call callUUID: UUID, digits: String, type: ActionType) {
        self.digits = digits
        self.type = type
        super.init(call: callUUID)
    }

    init(_ wire: WireCallAction, digits: String, type: ActionType) {
        self.digits = digits
        self.type = type
        super.init(wire)
    }

    override var kind: WireCallAction.Kind { .playDTMF(digits: digits, type: type.rawValue) }
}
