import Foundation
import Locking
import ProcessLocal

/// The calls of the phone, as the apps report them.
extension SimulatedDevice {
    /// The calls that there are, oldest first.
    public var calls: [PhoneCall] { state.withLock { $0.calls } }

    /// Whether calls have the sound.
    public var isCallAudioActive: Bool { state.withLock { $0.isCallAudioActive } }

    /// Lets the next call that an app reports be refused, with a code of `CXErrorCodeIncomingCallError`.
    public func refuseNextCall(of bundleID: String, code: Int) { update(bundleID) { $0.calls.refusals.append(code) } }

    /// Calls of this number, address or name are refused from now on.
    public func block(caller handle: String) { state.withLock { _ = $0.blockedCallers.insert(handle) } }

    /// Answers what an app or its extension asks of the system's calls.
    func callKit(_ call: CallKitCall, from process: ProcessIdentity) -> DeviceReply {
        let bundleID = process.appBundleIdentifier
        switch call {
        case .configure(let groups, _, _, _): update(bundleID) { $0.calls.maximumGroups = groups }
        case .reportIncoming(let id, let update): return reportIncoming(id, update, bundleID)
        case .reportUpdated(let id, let update):
            guard let call = change(id, { $0.take(update) }) else { return .done }
            timeline.add(.callUpdated, app: bundleID, call.details)
            tellObservers(call.wire())
        case .reportEnded(let id, _, let reason):
            endCall(id, reason: Self.endReasons[reason] ?? "\(reason)")
        case .reportConnecting: break
        case .reportConnected(let id, _): connect(id)
        case .request(let actions): return request(actions, bundleID)
        case .actionDone(let id, let isFulfilled, _):
            update(bundleID) { $0.calls.actions.removeValue(forKey: id) }?.flatMap { $0 }?.set(isFulfilled)
        case .invalidate: endCalls(of: bundleID, reason: "invalidated")
        case .calls: return .calls(calls.map { $0.wire() })
        case .reportPayload(let payload): return reportPayload(payload, from: process)
        }
        return .done
    }

    /// The words for the numbers of `CXCallEndedReason`; an app may send any other one, too.
    private static let endReasons = [
        1: "failed", 2: "remoteEnded", 3: "unanswered", 4: "answeredElsewhere", 5: "declinedElsewhere",
    ]

    // MARK: Reports

    /// An app reports a call; whatever comes of it, a push is paid for.
    private func reportIncoming(_ id: UUID, _ update: WireCallUpdate, _ bundleID: String) -> DeviceReply {
        let refusal = self.update(bundleID) { app -> Int? in
            // Which push it pays for shows when one is done: with several in hand that need not be the oldest.
            app.calls.reports = min(app.calls.reports + 1, app.calls.owed)
            return app.calls.refusals.isEmpty ? nil : app.calls.refusals.removeFirst()
        }?.flatMap { $0 }
        guard let app = try? app(bundleID) else { return .gone }
        let code =
            app.definition.capabilities.contains(.voIPMode)
            ? refusal ?? reasonNotToRing(id, update, app) : IncomingCallRefusal.unentitled.rawValue
        if let code {
            timeline.add(.callRefused, app: bundleID, ["call": id.uuidString.lowercased(), "code": "\(code)"])
            return .failure(
                domain: "com.apple.CallKit.error.incomingcall", code: code, message: "the call is not shown")
        }
        var call = PhoneCall(id: id, bundleID: bundleID, isOutgoing: false, state: .ringing)
        call.take(update)
        begin(call)
        timeline.add(.callRinging, app: bundleID, call.details)
        return .done
    }

    private enum IncomingCallRefusal: Int {
        case unentitled = 1
        case callUUIDAlreadyExists = 2
        case filteredByDoNotDisturb = 3
        case filteredByBlockList = 4
    }

    private func reasonNotToRing(_ id: UUID, _ update: WireCallUpdate, _ app: AppState) -> Int? {
        let (exists, isBlocked, focus) = state.withLock { state in
            (
                state.calls.contains { $0.id == id }, update.handle.map(state.blockedCallers.contains) ?? false,
                state.focus
            )
        }
        if exists { return IncomingCallRefusal.callUUIDAlreadyExists.rawValue }
        if isBlocked { return IncomingCallRefusal.filteredByBlockList.rawValue }
        guard let focus else { return nil }
        let callers = Set([update.handle, update.name].compactMap(\.self))
        let mayRing =
            focus.allowedApps.contains(app.definition.bundleID) || !focus.allowedSenders.isDisjoint(with: callers)
        return mayRing ? nil : IncomingCallRefusal.filteredByDoNotDisturb.rawValue
    }

    // MARK: The list

    /// A call begins; its app is not suspended while it lasts.
    func begin(_ call: PhoneCall) {
        state.withLock { $0.calls.append(call) }
        cancelSuspension(call.bundleID)
        update(call.bundleID) { $0.backgroundWork += 1 }
        tellObservers(call.wire())
    }

    @discardableResult
    func change(_ id: UUID, _ body: (inout PhoneCall) -> Void) -> PhoneCall? {
        state.withLock { state in
            guard let index = state.calls.firstIndex(where: { $0.id == id }) else { return nil }
            body(&state.calls[index])
            return state.calls[index]
        }
    }

    /// Both sides hear each other.
    func connect(_ id: UUID) {
        guard let call = change(id, { $0.state = .connected }) else { return }
        timeline.add(.callConnected, app: call.bundleID, call.details)
        tellObservers(call.wire())
        settleAudio()
    }

    /// A call is over; one that is over already stays so.
    func endCall(_ id: UUID, reason: String) {
        let call = state.withLock { state -> PhoneCall? in
            guard let index = state.calls.firstIndex(where: { $0.id == id }) else { return nil }
            return state.calls.remove(at: index)
        }
        guard let call else { return }
        timeline.add(.callEnded, app: call.bundleID, call.details.merging(["reason": reason]) { $1 })
        tellObservers(call.wire(hasEnded: true))
        settleAudio()
        update(call.bundleID) { $0.backgroundWork = max(0, $0.backgroundWork - 1) }
        if phase(of: call.bundleID) == .background { scheduleSuspension(call.bundleID) }
    }

    /// All calls of an app are over.
    func endCalls(of bundleID: String, reason: String) {
        for call in calls where call.bundleID == bundleID { endCall(call.id, reason: reason) }
    }

    /// The system ends all calls of an app, which is told to clean up.
    public func resetCalls(of bundleID: String) async {
        endCalls(of: bundleID, reason: "reset")
        _ = await callApp(bundleID, "providerDidReset", .callKit(.reset))
    }

    /// Gives calls the sound, or takes it away, as they need it.
    func settleAudio() {
        let change = state.withLock { state -> (isActive: Bool, apps: Set<String>)? in
            let active = state.calls.filter { $0.state == .connected }
            guard active.isEmpty == state.isCallAudioActive else { return nil }
            let apps = active.isEmpty ? state.audioApps : Set(active.map(\.bundleID))
            state.isCallAudioActive = !active.isEmpty
            state.audioApps = apps
            return (!active.isEmpty, apps)
        }
        guard let (isActive, apps) = change else { return }
        for bundleID in apps {
            timeline.add(.callAudio, app: bundleID, ["state": isActive ? "active" : "inactive"])
            guard (try? app(bundleID).app) != nil else { continue }
            let name = isActive ? "didActivate" : "didDeactivate"
            Task { _ = await self.callApp(bundleID, name, .callKit(.audio(isActive: isActive))) }
        }
    }

    private func tellObservers(_ call: WireCall) {
        for bundleID in installedApps {
            guard let app = try? app(bundleID), let process = app.app, app.hasLaunched, app.phase != .suspended else {
                continue
            }
            Task { await process.host.call(.callKit(.changed(call))) }
        }
    }
}

extension PhoneCall {
    var details: [String: String] {
        [
            "call": id.uuidString.lowercased(), "name": name, "handle": handle, "video": "\(hasVideo)",
            "outgoing": "\(isOutgoing)",
        ]
    }
}
