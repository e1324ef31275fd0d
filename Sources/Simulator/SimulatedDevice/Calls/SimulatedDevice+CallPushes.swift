import Foundation
import Locking
import ProcessLocal
import Timekeeping

/// Pushes of calls, from APNs to PushKit, and the debt that each of them is.
///
/// Source: Apple, "Responding to VoIP Notifications from PushKit". They launch an app whatever state it is in, also before the
/// first unlock; that this goes for one that was force-quit, too, is unverified on a device.
extension SimulatedDevice {
    /// The token of an app for pushes of calls, in hexadecimal digits, once it has one.
    public func callToken(of bundleID: String) -> String? { state.withLock { $0.apps[bundleID]?.calls.token } }

    /// Whether pushes of calls start the app no more, because it did not report calls too often.
    public func refusesCallPushes(of bundleID: String) -> Bool {
        ((try? app(bundleID).calls.failures) ?? 0) >= configuration.callFailureLimit
    }

    // MARK: Registration

    /// The app's registry wants these types from now on.
    func setPushTypes(_ types: [String], _ bundleID: String) {
        let wants = types.contains(Self.callType)
        let waiting = update(bundleID) { app -> [FirstAnswer<Bool>] in
            app.calls.wantsPushes = wants
            guard wants else { return [] }
            defer { app.calls.waiting = [] }
            return app.calls.waiting
        }
        guard wants else { return }
        let turn = lanes(bundleID).registration.enqueue()
        Task { await turn.run { await self.registerForCalls(bundleID) } }
        for answer in waiting ?? [] { answer.set(true) }
    }

    private static let callType = "PKPushTypeVoIP"

    private func registerForCalls(_ bundleID: String) async {
        guard let app = try? app(bundleID), app.app != nil, app.calls.wantsPushes else { return }
        guard app.definition.capabilities.isSuperset(of: [.push, .voIPMode]),
            configuration.kind != .simulatorWithoutTokens
        else { return timeline.add(.registrationPending, app: bundleID, ["reason": "not_entitled", "type": "voip"]) }
        guard state.withLock({ $0.isOnline }) else {
            return timeline.add(.registrationPending, app: bundleID, ["reason": "offline", "type": "voip"])
        }
        do {
            let environment = configuration.isSimulator ? .sandbox : app.definition.environment
            let token = try await courier.registerForCalls(bundleID: bundleID, environment: environment)
            update(bundleID) { $0.calls.token = token }
            timeline.add(.registered, app: bundleID, ["token": String(token.prefix(8)) + "…", "type": "voip"])
            await tellPushKit(.updated(type: Self.callType, token: Data(hexadecimal: token)), "didUpdate", bundleID)
        } catch {
            timeline.add(.registrationPending, app: bundleID, ["reason": "\(error)", "type": "voip"])
        }
    }

    /// Takes up what waited for the network.
    func retryCallRegistration(_ bundleID: String) {
        guard let app = try? app(bundleID), app.calls.wantsPushes, app.calls.token == nil else { return }
        setPushTypes([Self.callType], bundleID)
    }

    /// The system takes the token for calls back: the app is told, and gets another one when it registers again.
    public func invalidateCallToken(of bundleID: String) async throws {
        guard let token = try app(bundleID).calls.token else { return }
        try await courier.unregister(token: token)
        update(bundleID) { $0.calls.token = nil }
        await tellPushKit(.invalidated(type: Self.callType), "didInvalidatePushToken", bundleID)
    }

    private func tellPushKit(_ event: PushKitEvent, _ name: String, _ bundleID: String) async {
        guard let app = try? app(bundleID), app.app != nil else { return }
        let told = Task { await self.callApp(bundleID, name, .pushKit(event)) }
        if app.phase != .suspended { _ = await told.value }
    }

    // MARK: Arrival

    /// Takes a push of a call: starts or wakes the app, and hands the push to its registry.
    func receiveCall(_ push: IncomingPush) async {
        let bundleID = push.bundleId
        guard let app = try? app(bundleID), app.calls.token == push.token else {
            return drop(push, "no_app")
        }
        guard WireValue(json: Data(push.payload.utf8)) != nil else { return drop(push, "invalid_payload") }
        if !app.phase.isForeground, app.phase != .background, refusesCallPushes(of: bundleID) {
            return drop(push, "voip_blocked")
        }
        do {
            try await lanes(bundleID).lifecycle.run {
                switch self.phase(of: bundleID) {
                case .notRunning:
                    try await self.launchProcess(bundleID, notification: nil, isBackground: true, reason: "voip")
                case .suspended: self.resume(bundleID)
                case .background, .inactive, .active: break
                }
                self.cancelSuspension(bundleID)
                self.update(bundleID) { $0.backgroundWork += 1 }
            }
        } catch {
            return drop(push, "launch_failed")
        }
        // Another push need not wait for what the app does with this one.
        Task {
            await self.handOver(push, bundleID)
            self.update(bundleID) { $0.backgroundWork = max(0, $0.backgroundWork - 1) }
            if self.phase(of: bundleID) == .background { self.scheduleSuspension(bundleID) }
        }
    }

    private func drop(_ push: IncomingPush, _ reason: String) {
        timeline.add(.pushDropped, app: push.bundleId, notification: push.id, ["reason": reason, "type": "voip"])
    }

    /// Hands a push to the registry; an app that reports no call by the time it is done with it is ended.
    private func handOver(_ push: IncomingPush, _ bundleID: String) async {
        guard let app = try? app(bundleID), let process = app.app,
            let payload = WireValue(json: Data(push.payload.utf8))
        else { return }
        let mustReport = mustReport(push, app)
        let isThere = update(bundleID) { app in
            guard app.app?.number == process.number else { return false }
            if mustReport { app.calls.owed += 1 }
            return true
        }
        // Whoever is not there any more owes nothing.
        guard isThere == true else { return }
        let event = PushKitEvent.incoming(
            type: Self.callType, payload: payload, mustReport: configuration.tellsWhetherToReport ? mustReport : nil)
        let reply = await within(configuration.callReportLimit, of: time) {
            await self.waitForRegistry(bundleID)
            return await self.callApp(bundleID, "didReceiveIncomingPush", notification: push.id, .pushKit(event))
        }
        let isPaid = update(bundleID) { app -> Bool? in
            guard app.app?.number == process.number else { return nil }
            return mustReport ? app.calls.pay() : true
        }?.flatMap { $0 }
        guard let isPaid else { return }
        guard isPaid else { return settleUnreported(push, bundleID) }
        timeline.add(
            .callPushReported, app: bundleID, notification: push.id, ["result": reply?.summary ?? "timed_out"])
    }

    /// Waits until the app has made its registry, as it does at every launch.
    private func waitForRegistry(_ bundleID: String) async {
        let answer = FirstAnswer<Bool>()
        let isThere = update(bundleID) { app in
            if !app.calls.wantsPushes { app.calls.waiting.append(answer) }
            return app.calls.wantsPushes
        }
        if isThere == false { await answer.wait() }
    }

    /// Whether the app is ended unless it reports a call for a push: not in the foreground, in a call, or when it is late.
    ///
    /// Source: Apple's headers of iOS 26.4. Before, it always had to.
    private func mustReport(_ push: IncomingPush, _ app: AppState) -> Bool {
        guard configuration.tellsWhetherToReport else { return true }
        let isLate = push.expiration.map { $0 > 0 && Double($0) < now.timeIntervalSince1970 } ?? false
        let isInCall = calls.contains { $0.bundleID == app.definition.bundleID && $0.state != .ringing }
        return !(app.phase.isForeground || isInCall || isLate)
    }

    private func settleUnreported(_ push: IncomingPush, _ bundleID: String) {
        let failures = update(bundleID) { app in
            app.calls.failures += 1
            return app.calls.failures
        }
        timeline.add(
            .misuse, app: bundleID, notification: push.id, ["what": "No call was reported for a push of a call."])
        endApp(bundleID, reason: "voip_unreported")
        if failures == configuration.callFailureLimit { timeline.add(.callPushesBlocked, app: bundleID) }
    }

    /// A service extension hands on a call that it found in a push.
    ///
    /// Source: Apple's headers; that it needs the right to keep pushes from being shown is in the name of its error.
    func reportPayload(_ payload: WireValue, from process: ProcessIdentity) -> DeviceReply {
        let bundleID = process.appBundleIdentifier
        guard let app = try? app(bundleID) else { return .gone }
        let domain = "com.apple.CallKit.error.notificationserviceextension"
        guard process.role == .serviceExtension else {
            return .failure(domain: domain, code: 1, message: "not a service extension")
        }
        guard app.definition.capabilities.contains(.filtering) else {
            return .failure(domain: domain, code: 2, message: "no filtering entitlement")
        }
        guard let token = app.calls.token else {
            return .failure(domain: domain, code: 0, message: "no token for calls")
        }
        accept(IncomingPush(token: token, bundleId: bundleID, pushType: "voip", payload: payload.json))
        return .done
    }
}
