import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CallPushTests {
    @Test(.rows("F59")) func `the registry of each launch gets the token, which the system keeps`() async throws {
        let test = try await makeCallPhone(registers: false)
        try await test.phone.launch()
        let first = try await test.timeline.first("app.token")
        #expect(first["bytes"] == "32" && first["cached"] == "true")
        let token = try #require(test.device.callToken(of: bundleID))
        #expect(token != test.courier.tokens[bundleID])
        try await test.phone.kill()
        let mark = test.timeline.mark
        try await test.phone.launch()
        _ = try await test.timeline.first("app.token", after: mark)
        #expect(test.device.callToken(of: bundleID) == token)
        try await test.device.invalidateCallToken(of: bundleID)
        #expect(try await test.timeline.first("app.invalidated")["cached"] == "false")
        await test.phone.stop()
    }

    @Test(.rows("F59")) func `there is no token without the background mode, nor while offline`() async throws {
        let bare = try await makeCallPhone(capabilities: [.push], registers: false)
        try await bare.phone.launch()
        #expect(try await bare.timeline.first(.registrationPending)["reason"] == "not_entitled")
        await bare.phone.stop()
        let test = try await makeCallPhone(registers: false)
        try await test.phone.setOnline(false)
        try await test.phone.launch()
        #expect(try await test.timeline.first(.registrationPending)["reason"] == "offline")
        try await test.phone.setOnline(true)
        _ = try await test.timeline.first("app.token")
        await test.phone.stop()
    }

    @Test(.rows("F60"), arguments: ["killed", "suspended", "background", "active", "locked", "before first unlock"])
    func `a push of a call reaches the app in every state, and rings`(state: String) async throws {
        let test = try await makeCallPhone()
        if ["suspended", "background", "active"].contains(state) { try await test.phone.launch() }
        if state != "active" { try await test.phone.background() }
        if state == "suspended" { try await test.phone.suspend() }
        if state == "locked" { await test.phone.lock() }
        if state == "before first unlock" { await test.device.restart() }
        let reported = try await test.pushCall(until: .callPushReported, .ended)
        #expect(reported.kind == .callPushReported)
        #expect(test.device.calls.map(\.state) == [.ringing])
        #expect(test.phone.phase == (state == "active" ? .active : .background))
        let must = try await test.timeline.first("app.push")["must"]
        #expect(must == (state == "active" ? "false" : "true"))
        await test.phone.stop()
    }

    @Test(.rows("F60")) func `an app that reports no call is ended, and after the third time not started any more`()
        async throws
    {
        let test = try await makeCallPhone()
        for _ in 1...3 {
            #expect(try await test.pushCall(do: "nothing", until: .ended)["reason"] == "voip_unreported")
        }
        _ = try await test.timeline.first(.callPushesBlocked)
        #expect(try await test.pushCall(until: .pushDropped, .callPushReported)["reason"] == "voip_blocked")
        try await test.device.uninstall(bundleID)
        try test.device.install(test.app)
        try await test.phone.launch()
        let mark = test.timeline.mark
        _ = try await test.timeline.first("app.token", after: mark - 4)
        try await test.phone.kill()
        #expect(try await test.pushCall(until: .pushDropped, .callPushReported).kind == .callPushReported)
        await test.phone.stop()
    }

    @Test(.rows("F60")) func `an app that never says that it is done is ended when its time is up`() async throws {
        let test = try await makeCallPhone()
        async let ended = test.pushCall(do: "hang", until: .ended)
        _ = try await test.timeline.first("app.push")
        await test.advance(by: .seconds(20))
        #expect(try await ended["reason"] == "voip_unreported")
        await test.phone.stop()
    }

    @Test(.rows("F60")) func `one report pays for one push`() async throws {
        let test = try await makeCallPhone()
        try await test.pushCall(until: .callPushReported)
        try await test.device.hangUp()
        #expect(try await test.pushCall(do: "nothing", until: .ended, .callPushReported)["reason"] == "voip_unreported")
        await test.phone.stop()
    }

    @Test(.rows("F60")) func `a report pays for the push that is done, although an older one is owed`() async throws {
        let test = try await makeCallPhone {
            CallPeers.peer.value = CallPeer()
            SimulatedProcess.current.onCommand { _ in
                await MainActor.run { CallPeers.peer.value?.catchUp() }
                return "done"
            }
        }
        try await test.pushCall(do: "later", until: "app.push")
        #expect(try await test.pushCall(until: .callPushReported, .ended).kind == .callPushReported)
        let mark = test.timeline.mark
        try await test.phone.command("catch up")
        let older = try await test.timeline.first(after: mark) { [.callPushReported, .ended].contains($0.kind) }
        #expect(older.kind == .callPushReported)
        #expect(test.timeline.all(.misuse).isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("F60")) func `from iOS 26_4 on nothing is owed in the foreground, during a call, or when it is late`()
        async throws
    {
        let test = try await makeCallPhone()
        try await test.phone.launch()
        let spared = try await test.pushCall(do: "nothing", until: .ended, .callPushReported)
        #expect(spared.kind == .callPushReported)
        try await test.pushCall(until: .callPushReported)
        try await test.device.answerCall()
        try await test.phone.background()
        #expect(try await test.pushCall(do: "nothing", until: .ended, .callPushReported).kind == .callPushReported)
        try await test.device.hangUp()
        let past = Int(test.time.now.timeIntervalSince1970) - 60
        let late = try await test.pushCall(do: "nothing", expiration: past, until: .ended, .callPushReported)
        #expect(late.kind == .callPushReported)
        await test.phone.stop()
    }

    @Test(.rows("F60")) func `before iOS 26_4 the older method is called, and a call is always owed`() async throws {
        var configuration = DeviceConfiguration()
        configuration.tellsWhetherToReport = false
        let test = try await makeCallPhone(configuration: configuration) { CallPeers.old.value = OldCallPeer() }
        try await test.phone.launch()
        #expect(try await test.pushCall(do: "nothing", until: .ended, .callPushReported)["reason"] == "voip_unreported")
        #expect(test.calls.contains("oldPush"))
        await test.phone.stop()
    }

    @Test(.rows("F59")) func `a push waits for the registry of an app that makes it late`() async throws {
        let test = try await makeCallPhone {
            SimulatedProcess.current.onCommand { _ in
                await MainActor.run { CallPeers.peer.value = CallPeer() }
                return "done"
            }
            // The first launch is to get the token.
            if SimulatedProcess.current.identity.number == 1 { CallPeers.peer.value = CallPeer() }
        }
        async let reported = test.pushCall(until: .callPushReported, .ended)
        _ = try await test.timeline.first { $0.kind == .callbackDone && $0.process == "app 2" }
        try await test.phone.command("register")
        #expect(try await reported.kind == .callPushReported)
        await test.phone.stop()
    }

    @Test(
        .rows("F61"),
        arguments: [(2, "duplicate"), (3, "focus"), (4, "blocked"), (6, "protected"), (7, "participants")])
    func `a call that the system does not show is reported all the same`(code: Int, reason: String) async throws {
        let test = try await makeCallPhone()
        let id = UUID()
        switch reason {
        case "duplicate": try await test.pushCall(id, until: .callPushReported)
        case "focus": test.device.setFocus(Focus())
        case "blocked": test.device.block(caller: "ada")
        default: test.device.refuseNextCall(of: bundleID, code: code)
        }
        let mark = test.timeline.mark
        try await test.pushCall(id, until: .callPushReported, .ended)
        #expect(try await test.timeline.first(.callRefused, after: mark)["code"] == "\(code)")
        #expect(try await test.timeline.first("app.reported", after: mark)["error"] == "\(code)")
        #expect(test.timeline.all(.misuse).isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("F62"), arguments: [true, false])
    func `a service extension hands a call on, if it may keep pushes from being shown`(mayFilter: Bool) async throws {
        let test = try await makeCallPhone(
            capabilities: mayFilter ? [.push, .voIPMode, .filtering] : [.push, .voIPMode],
            serviceExtension: .serviceExtension { HandingOnService() })
        let mark = test.timeline.mark
        test.courier.send(
            #"{"aps":{"alert":"Call","mutable-content":1},"do":"report","id":"\#(UUID())"}"#, to: bundleID)
        let error = try await test.timeline.first("app.handedOn", after: mark)["error"]
        #expect(error == (mayFilter ? "none" : "2"))
        if mayFilter {
            _ = try await test.timeline.first(.callPushReported, after: mark)
            #expect(test.device.calls.count == 1 && test.timeline.all(.shown).isEmpty)
        } else {
            _ = try await test.timeline.first(.shown, after: mark)
        }
        await test.phone.stop()
    }

    @Test(.rows("F62")) func `an app cannot hand a call on as if it were an extension`() async throws {
        let test = try await makeCallPhone()
        try await test.phone.launch()
        try await test.inApp {
            CXProvider.reportNewIncomingVoIPPushPayload([:]) { error in
                let code = (error as? CXErrorCodeNotificationServiceExtensionError)?.code.rawValue
                SimulatedProcess.current.log("refused", ["error": code.map { "\($0)" } ?? "none"])
            }
        }
        #expect(try await test.timeline.first("app.refused")["error"] == "1")
        await test.phone.stop()
    }
}

/// An extension that takes a push for one of a call.
private final class HandingOnService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let (content, handler) = (request.content, Handler(contentHandler))
        CXProvider.reportNewIncomingVoIPPushPayload(content.userInfo) { error in
            let code = (error as? CXErrorCodeNotificationServiceExtensionError)?.code.rawValue
            SimulatedProcess.current.log("handedOn", ["error": code.map { "\($0)" } ?? "none"])
            handler.call(UNNotificationContent())
        }
    }

    /// Unchecked: called once, and by nobody else.
    private struct Handler: @unchecked Sendable {
        let call: (UNNotificationContent) -> Void
        init(_ call: @escaping (UNNotificationContent) -> Void) { self.call = call }
    }
}
