import Foundation
import Locking
import ProcessLocal

extension SimulatedDevice {
    /// The token of an app, in hexadecimal digits, once it has one.
    public func token(of bundleID: String) -> String? { state.withLock { $0.apps[bundleID]?.token } }

    /// Lets the next registration of an app fail with an error.
    public func failNextRegistration(of bundleID: String, code: Int = 3010, message: String = "Not available.") {
        update(bundleID) { $0.registrationFailures.append((code, message)) }
    }

    /// Answers a call of `registerForRemoteNotifications` with exactly one call of the delegate.
    ///
    /// Offline there is no answer until the device is online again: that the answer may stay away is unverified. None comes
    /// either while neither notifications nor background refresh are allowed.
    func register(_ bundleID: String) {
        update(bundleID) { $0.isRegistered = true }
        let turn = lanes(bundleID).registration.enqueue()
        Task { await turn.run { await self.registerNow(bundleID) } }
    }

    private func registerNow(_ bundleID: String) async {
        guard let app = try? app(bundleID), app.app != nil else { return }
        let failure = update(bundleID) { app in
            app.registrationFailures.isEmpty ? nil : app.registrationFailures.removeFirst()
        }?.flatMap { $0 }
        if let failure { return await fail(bundleID, failure.code, failure.message) }
        guard app.definition.capabilities.contains(.push) else {
            return await fail(bundleID, 3000, "no valid “aps-environment” entitlement string found for application")
        }
        guard configuration.kind != .simulatorWithoutTokens else {
            return await fail(bundleID, 3010, "remote notifications are not supported in the simulator")
        }
        // Source: Apple's headers.
        guard app.settings.isAllowed || app.allowsBackgroundRefresh else { return postpone(bundleID, "not_allowed") }
        guard state.withLock({ $0.isOnline }) else { return postpone(bundleID, "offline") }
        do {
            let environment = configuration.isSimulator ? .sandbox : app.definition.environment
            let token = try await courier.register(bundleID: bundleID, environment: environment)
            update(bundleID) { $0.token = token }
            timeline.add(.registered, app: bundleID, ["token": String(token.prefix(8)) + "…"])
            await deliver(bundleID, .didRegister(token: Data(hexadecimal: token)), "didRegister")
        } catch {
            postpone(bundleID, "\(error)")
        }
    }

    private func postpone(_ bundleID: String, _ reason: String) {
        update(bundleID) { $0.waitingRegistrations += 1 }
        timeline.add(.registrationPending, app: bundleID, ["reason": reason])
    }

    private func fail(_ bundleID: String, _ code: Int, _ message: String) async {
        timeline.add(.registered, app: bundleID, ["error": "\(code)"])
        await deliver(bundleID, .didFailToRegister(code: code, message: message), "didFailToRegister")
    }

    private func deliver(_ bundleID: String, _ call: ProcessCall, _ name: String) async {
        guard let app = try? app(bundleID), app.app != nil else { return }
        if app.phase == .suspended {
            // The answer waits in the process until it goes on.
            Task { await self.callApp(bundleID, name, call) }
        } else {
            _ = await callApp(bundleID, name, call)
        }
    }

    /// Takes up the registrations that waited for the network.
    func retryRegistrations(_ bundleID: String) {
        let count = update(bundleID) { app in
            defer { app.waitingRegistrations = 0 }
            return app.waitingRegistrations
        }
        for _ in 0..<(count ?? 0) { register(bundleID) }
    }

    /// Gives an app another token, as a restored or newly set up phone does; the old one is no longer valid.
    public func rotateToken(of bundleID: String) async throws {
        guard let token = try app(bundleID).token else { return }
        try await courier.unregister(token: token)
        update(bundleID) { $0.token = nil }
    }
}

extension Data {
    /// Reads hexadecimal digits; anything else ends the data.
    init(hexadecimal text: String) {
        self.init()
        var digits = text[...]
        while digits.count >= 2, let byte = UInt8(digits.prefix(2), radix: 16) {
            append(byte)
            digits = digits.dropFirst(2)
        }
    }
}
