import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing
import UIKit
import UserNotifications

@Suite(.timeLimit(.minutes(1)))
struct RegistrationTests {
    @Test(.rows("F11")) func `each request for a token gets exactly one answer`() async throws {
        let test = try await makePhone(delegate: { RegisteringDelegate() }, ready: false)
        try await test.phone.launch()
        _ = try await test.timeline.first("app.didRegister")
        try await test.phone.command("register")
        try await test.phone.command("register")
        var last = 0
        for _ in 1...3 { last = try await test.timeline.first("app.didRegister", after: last).sequence }
        // Requests are answered one after the other, so a second answer to one of them would stand before this failure.
        test.device.failNextRegistration(of: bundleID)
        try await test.phone.command("register")
        _ = try await test.timeline.first("app.didFail")
        let answers = test.calls.filter { $0 == "didRegister" || $0 == "didFail" }
        #expect(answers == ["didRegister", "didRegister", "didRegister", "didFail"])
        #expect(try await test.timeline.first("app.didRegister")["bytes"] == "32")
        await test.phone.stop()
    }

    @Test(.rows("F11")) func `a failure comes to the other method, a missing capability fails always`() async throws {
        let test = try await makePhone(delegate: { RegisteringDelegate() }, ready: false)
        test.device.failNextRegistration(of: bundleID, code: 3010)
        try await test.phone.launch()
        #expect(try await test.timeline.first("app.didFail")["error"] == "3010")
        let mark = test.timeline.mark
        try await test.phone.command("register")
        _ = try await test.timeline.first("app.didRegister", after: mark)
        await test.phone.stop()

        let plain = try await makePhone(delegate: { RegisteringDelegate() }, ready: false, capabilities: [])
        try await plain.phone.launch()
        #expect(try await plain.timeline.first("app.didFail")["error"] == "3000")
        await plain.phone.stop()
    }

    @Test(.rows("F11")) func `offline the answer comes when the device is online again`() async throws {
        let test = try await makePhone(delegate: { RegisteringDelegate() }, ready: false)
        try await test.phone.setOnline(false)
        try await test.phone.launch()
        _ = try await test.timeline.first(.registrationPending)
        #expect(!test.calls.contains("didRegister"))
        try await test.phone.setOnline(true)
        _ = try await test.timeline.first("app.didRegister")
        await test.phone.stop()
    }

    @Test(.rows("F12")) func `the token stays for an install and is another one after the next`() async throws {
        let test = try await makePhone(delegate: { RegisteringDelegate() }, ready: false)
        try await test.phone.launch()
        _ = try await test.timeline.first("app.didRegister")
        let first = test.phone.token
        try await test.phone.kill()
        let mark = test.timeline.mark
        try await test.phone.launch()
        _ = try await test.timeline.first("app.didRegister", after: mark)
        #expect(test.phone.token == first)

        try await test.device.uninstall(bundleID)
        #expect(test.courier.tokens.isEmpty)
        try test.device.install(test.app)
        try await test.phone.launch()
        _ = try await test.timeline.first { $0.kind == .registered && $0.sequence > mark + 1 }
        while test.phone.token == nil { await Task.yield() }
        #expect(test.phone.token != first)
        await test.phone.stop()
    }

    @Test(.rows("F15")) func `permission off changes nothing about the token`() async throws {
        let test = try await makePhone(delegate: { RegisteringDelegate() }, ready: false)
        try await test.phone.launch()
        _ = try await test.timeline.first("app.didRegister")
        let token = test.phone.token
        test.device.changeSettings(allow: false, for: bundleID)
        let dropped = try await test.push(#"{"aps":{"alert":"Hi"}}"#, until: .shown, .pushDropped)
        #expect(dropped["reason"] == "not_allowed")
        #expect(test.phone.token == token)
        #expect(try await test.phone.command("registered") == "true")
        await test.phone.stop()
    }

    @Test(.rows("F18")) func `an offline device gets the newest push of each app, and none that was not to be kept`()
        async throws
    {
        let test = try await makePhone()
        try await test.phone.setOnline(false)
        for number in 1...3 { test.courier.send(#"{"aps":{"alert":"\#(number)"}}"#, to: bundleID) }
        test.courier.send(#"{"aps":{"alert":"now or never"}}"#, to: bundleID, expiration: 0)
        try await test.phone.setOnline(true)
        _ = try await test.timeline.first(.shown)
        #expect(test.phone.screen.notifications.map(\.body) == ["3"])
        #expect(test.timeline.all(.pushArrived).count == 1)
        await test.phone.stop()
    }

    @Test func `a push for an app that is not there, or that is no JSON, changes nothing`() async throws {
        let test = try await makePhone(delegate: { RegisteringDelegate() })
        try await test.phone.launch()
        _ = try await test.timeline.first("app.didRegister")
        try await test.phone.background()
        await test.device.receive(IncomingPush(token: "aa", bundleId: "com.example.other", payload: "{}"))
        await test.device.receive(IncomingPush(token: "stale", bundleId: bundleID, payload: #"{"aps":{"alert":"Hi"}}"#))
        for payload in [
            "", "{", "[]", "{}", #"{"aps":3}"#, #"{"aps":{"alert":{"title":[1]}}}"#, #"{"aps":{"badge":"x"}}"#,
        ] {
            let token = test.courier.tokens[bundleID] ?? ""
            await test.device.receive(IncomingPush(token: token, bundleId: bundleID, payload: payload))
        }
        #expect(test.timeline.all(.shown).isEmpty)
        #expect(test.phone.screen.badge == 0)
        await test.phone.stop()
    }
}

/// Asks for a token at launch, as every app must, and on demand.
@MainActor
private final class RegisteringDelegate: DelegateNotes, UIApplicationDelegate {
    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        application.registerForRemoteNotifications()
        SimulatedProcess.current.onCommand { line in
            await MainActor.run {
                if line == "register" { UIApplication.shared.registerForRemoteNotifications() }
                return "\(UIApplication.shared.isRegisteredForRemoteNotifications)"
            }
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}
