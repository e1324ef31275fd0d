import APNs
import Foundation
import Locking
import PushModel
import SimulatedDevice
import Timekeeping

/// Where the server's pushes go: to the phone that has the token, at once or later.
final class CallApple: Sendable {
    let couriers = CallPlan.owners.map { _ in DirectCourier() }
    private let time: VirtualTime
    private let state = Locked(State())

    private struct State {
        var isKeeping = false
        var kept: [CallPush] = []
        /// The pushes of calls that were handed over, oldest first.
        var sent: [CallPush] = []
        var faults: [String] = []
    }

    /// A push for a phone.
    struct CallPush: Sendable {
        let phone: Int
        let type: PushType
        let payload: String
    }

    init(time: VirtualTime) { self.time = time }

    /// What must not go out and did.
    var faults: [String] { state.withLock { $0.faults } }

    /// Takes what the server sends.
    func take(_ push: PushRequest) -> PushResult {
        let isCall = push.pushType == .voip
        let topic = isCall ? bundleID + ".voip" : bundleID
        guard let phone = couriers.firstIndex(where: { $0.tokens[topic] == push.deviceToken }) else {
            return .rejected(Rejection(status: 410, reason: .unregistered, timestamp: time.now))
        }
        let event = PushPayload(json: push.payload)?.envelope.call?.event
        let taken = CallPush(
            phone: phone, type: push.pushType, payload: String(decoding: push.payload, as: UTF8.self))
        let isNow = state.withLock { state in
            if isCall, event != .ring {
                state.faults.append("a push of PushKit tells of \(event?.rawValue ?? "nothing")")
            }
            if isCall, state.isKeeping { state.kept.append(taken) }
            return !(isCall && state.isKeeping)
        }
        if isNow { hand(taken) }
        return .accepted(apnsID: push.id, uniqueID: nil)
    }

    /// Hands a push to its phone.
    func hand(_ push: CallPush) {
        if push.type == .voip { state.withLock { $0.sent.append(push) } }
        // It is kept for a phone that is offline, as if it never expired: it may arrive when the call is long over.
        couriers[push.phone].send(push.payload, to: bundleID, pushType: push.type.rawValue)
    }

    /// Pushes of calls are late from now on.
    func keep() { state.withLock { $0.isKeeping = true } }

    /// What was kept arrives, and what comes is handed over at once again.
    func release(isReversed: Bool) {
        let kept = state.withLock { state in
            defer { (state.isKeeping, state.kept) = (false, []) }
            return state.kept
        }
        for push in isReversed ? kept.reversed() : kept { hand(push) }
    }

    /// Hands over once more what was handed over so many pushes ago.
    func again(_ age: Int) {
        let sent = state.withLock { $0.sent }
        guard !sent.isEmpty else { return }
        hand(sent[sent.count - 1 - age % sent.count])
    }
}
