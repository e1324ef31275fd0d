public import Foundation
internal import Locking
internal import ProcessLocal

/// Something that is to be done.
open class CXAction: NSObject {
    /// Names the action.
    public let uuid: UUID
    private let state = Locked(State())

    private struct State {
        var isComplete = false
        var timeout = Date.distantFuture
        var process: SimulatedProcess?
    }

    init(uuid: UUID) { self.uuid = uuid }

    /// Whether it was fulfilled, failed or given up.
    open var isComplete: Bool { state.withLock { $0.isComplete } }
    /// When the system gives up on it.
    open var timeoutDate: Date { state.withLock { $0.timeout } }

    /// Says that it is done.
    open func fulfill() { complete(isFulfilled: true, at: nil) }
    /// Says that it cannot be done.
    open func fail() { complete(isFulfilled: false, at: nil) }

    func complete(isFulfilled: Bool, at date: Date?) {
        let process = state.withLock { state -> SimulatedProcess? in
            guard !state.isComplete else { return nil }
            state.isComplete = true
            return state.process
        }
        _ = process?.callNow(.callKit(.actionDone(uuid, isFulfilled: isFulfilled, at: date)))
    }

    /// The system wants it done, by a process, until a time.
    func begin(in process: SimulatedProcess, timeout: Date) {
        state.withLock { state in
            state.process = process
            state.timeout = timeout
        }
    }

    func giveUp() { state.withLock { $0.isComplete = true } }
}

/// Something that is to be done to a call.
open class CXCallAction: CXAction {
    /// The call.
    public let callUUID: UUID

    /// Makes an action.
    public init(call callUUID: UUID) {
        self.callUUID = callUUID
        super.init(uuid: UUID())
    }

    init(_ wire: WireCallAction) {
        callUUID = wire.call
        super.init(uuid: wire.id)
    }

    var kind: WireCallAction.Kind { .end }
    var wire: WireCallAction { WireCallAction(id: uuid, call: callUUID, kind: kind) }

    static func make(_ wire: WireCallAction) -> CXCallAction {
        switch wire.kind {
        case .start(let type, let handle, let isVideo, let contact):
            let action = CXStartCallAction(
                wire, handle: CXHandle(type: .init(rawValue: type) ?? .generic, value: handle))
            action.isVideo = isVideo
            action.contactIdentifier = contact
            return action
        case .answer: return CXAnswerCallAction(wire)
        case .end: return CXEndCallAction(wire)
        case .hold(let isOnHold): return CXSetHeldCallAction(wire, onHold: isOnHold)
        case .mute(let isMuted): return CXSetMutedCallAction(wire, muted: isMuted)
        case .group(let other): return CXSetGroupCallAction(wire, callUUIDToGroupWith: other)
        case .playDTMF(let digits, let type):
            return CXPlayDTMFCallAction(wire, digits: digits, type: .init(rawValue: type) ?? .singleTone)
        }
    }
}
