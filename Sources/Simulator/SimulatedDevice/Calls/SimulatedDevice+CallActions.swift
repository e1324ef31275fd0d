public import Foundation
import ProcessLocal

/// What the person, or the app, does with calls.
extension SimulatedDevice {
    /// What becomes of the call that goes on when another one is answered.
    public enum OtherCalls: Sendable {
        /// It waits.
        case hold
        /// It is over.
        case end
    }

    /// Answers a call that rings, by default the newest; on a locked phone as well.
    public func answerCall(_ id: UUID? = nil, others: OtherCalls = .hold) async throws {
        let call = try ringing(id)
        let active = calls.filter { $0.id != call.id && ($0.state == .connected || $0.state == .connecting) }
        var actions = active.map { other in
            WireCallAction(call: other.id, kind: others == .hold && other.state == .connected ? .hold(true) : .end)
        }
        actions.append(WireCallAction(call: call.id, kind: .answer))
        change(call.id) { $0.state = .connecting }
        await perform(actions, call.bundleID)
    }

    /// Declines a call that rings, by default the newest.
    public func declineCall(_ id: UUID? = nil) async throws {
        let call = try ringing(id)
        await perform([WireCallAction(call: call.id, kind: .end)], call.bundleID)
    }

    /// Hangs up a call, by default the newest.
    public func hangUp(_ id: UUID? = nil) async throws { try await act(on: id, .end) }

    /// Holds a call, or goes on with it.
    public func holdCall(_ isOnHold: Bool, _ id: UUID? = nil) async throws { try await act(on: id, .hold(isOnHold)) }

    /// Switches the microphone of a call off or on.
    public func muteCall(_ isMuted: Bool, _ id: UUID? = nil) async throws { try await act(on: id, .mute(isMuted)) }

    /// Presses keys during a call.
    public func playTones(_ digits: String, _ id: UUID? = nil) async throws {
        try await act(on: id, .playDTMF(digits: digits, type: digits.count == 1 ? 1 : 2))
    }

    private func act(on id: UUID?, _ kind: WireCallAction.Kind) async throws {
        guard let call = calls.last(where: { id == nil || $0.id == id }) else {
            throw DeviceError(.unknownCall, "There is no such call on \(name).")
        }
        await perform([WireCallAction(call: call.id, kind: kind)], call.bundleID)
    }

    private func ringing(_ id: UUID?) throws -> PhoneCall {
        guard let call = calls.last(where: { $0.state == .ringing && (id == nil || $0.id == id) }) else {
            throw DeviceError(.unknownCall, "No such call rings on \(name).")
        }
        return call
    }

    // MARK: The app's wishes

    /// An app wants something done, as the person may do it in the app.
    func request(_ actions: [WireCallAction], _ bundleID: String) -> DeviceReply {
        if let reason = reasonToRefuse(actions, bundleID) {
            return .failure(
                domain: "com.apple.CallKit.error.requesttransaction", code: reason.rawValue, message: "\(reason)")
        }
        for action in actions {
            switch action.kind {
            case .start(_, let handle, let isVideo, _):
                var call = PhoneCall(id: action.call, bundleID: bundleID, isOutgoing: true, state: .connecting)
                (call.handle, call.hasVideo) = (handle, isVideo)
                begin(call)
            case .answer: change(action.call) { $0.state = .connecting }
            default: break
            }
        }
        Task { await self.perform(actions, bundleID) }
        return .done
    }

    private enum TransactionRefusal: Int {
        case unentitled = 1
        case emptyTransaction = 3
        case unknownCallUUID = 4
        case callUUIDAlreadyExists = 5
        case invalidAction = 6
        case maximumCallGroupsReached = 7
    }

    private func reasonToRefuse(_ actions: [WireCallAction], _ bundleID: String) -> TransactionRefusal? {
        guard let app = try? app(bundleID), app.definition.capabilities.contains(.voIPMode) else { return .unentitled }
        if actions.isEmpty { return .emptyTransaction }
        for action in actions {
            let call = calls.first { $0.id == action.call && $0.bundleID == bundleID }
            switch action.kind {
            case .start:
                if call != nil { return .callUUIDAlreadyExists }
                let groups = Set(calls.filter { $0.bundleID == bundleID }.map { $0.group ?? $0.id })
                if groups.count >= app.calls.maximumGroups { return .maximumCallGroupsReached }
            case .answer where call?.state != .ringing: return call == nil ? .unknownCallUUID : .invalidAction
            default: if call == nil { return .unknownCallUUID }
            }
        }
        return nil
    }

    // MARK: Carrying out

    /// Has the app do what is to be done, and waits for it, but only so long.
    ///
    /// The time that Apple gives an action is not published.
    func perform(_ actions: [WireCallAction], _ bundleID: String) async {
        let timeout = now.addingTimeInterval(configuration.callActionLimit / .seconds(1))
        let actions = actions.map { WireCallAction(id: $0.id, call: $0.call, kind: $0.kind, timeout: timeout) }
        let ends = actions.map { _ in FirstAnswer<Bool>(ignoresCancellation: true) }
        update(bundleID) { app in
            for (action, end) in zip(actions, ends) { app.calls.actions[action.id] = end }
        }
        for action in actions {
            timeline.add(
                .callAction, app: bundleID, ["call": action.call.uuidString.lowercased(), "action": action.kind.name])
        }
        let call = Task { await self.callApp(bundleID, "perform", .callKit(.perform(actions))) }
        for (action, end) in zip(actions, ends) {
            let isDone = await within(configuration.callActionLimit, of: time) { await end.wait() }
            await settle(action, isDone.flatMap { $0 }, bundleID)
        }
        call.cancel()
    }

    private func settle(_ action: WireCallAction, _ isDone: Bool?, _ bundleID: String) async {
        timeline.add(
            .callActionDone, app: bundleID,
            [
                "call": action.call.uuidString.lowercased(), "action": action.kind.name,
                "result": isDone.map { $0 ? "fulfilled" : "failed" } ?? "timed_out",
            ])
        if isDone == nil {
            update(bundleID) { _ = $0.calls.actions.removeValue(forKey: action.id) }
            Task { await self.callApp(bundleID, "timedOutPerforming", .callKit(.timedOut(action.id))) }
        }
        switch (action.kind, isDone) {
        case (.answer, true?): connect(action.call)
        // What becomes of a call whose end the app did not carry out is unverified on a device: here it is over.
        case (.end, _): endCall(action.call, reason: isDone == true ? "person" : "failed")
        case (.start, true?): break
        case (.answer, _), (.start, _): endCall(action.call, reason: "failed")
        case (.hold(let isOnHold), true?):
            change(action.call) { $0.state = isOnHold ? .held : .connected }
            settleAudio()
        case (.mute(let isMuted), true?): change(action.call) { $0.isMuted = isMuted }
        case (.group(let other), true?): change(action.call) { $0.group = other }
        default: break
        }
    }
}

extension WireCallAction.Kind {
    /// The name on the timeline.
    fileprivate var name: String {
        switch self {
        case .start: "start"
        case .answer: "answer"
        case .end: "end"
        case .hold(let isOnHold): isOnHold ? "hold" : "unhold"
        case .mute(let isMuted): isMuted ? "mute" : "unmute"
        case .group: "group"
        case .playDTMF: "tones"
        }
    }
}
