import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing
import UIKit
import UserNotifications

@Suite(.timeLimit(.minutes(1)))
struct TapTests {
    @Test(.rows("F3", "F29"))
    func `a tap launches an app without scenes: both launch methods with the payload, then the response, then active`()
        async throws
    {
        let test = try await makePhone()
        try await test.push(#"{"aps":{"alert":"Hi"}}"#, until: .shown)
        try await test.phone.tap()
        #expect(test.calls == ["willFinish", "didFinish", "didReceive", "didBecomeActive"])
        #expect(try await test.timeline.first("app.didFinish")["push"] == "true")
        #expect(test.phone.phase == .active)
        #expect(test.phone.screen.notifications.isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("F3", "F4", "F1"))
    func `a tap launches an app with scenes: no payload in the options, the response with the scene and once more`()
        async throws
    {
        let test = try await makePhone(delegate: { SceneAppDelegate() }, usesScenes: true)
        try await test.push(#"{"aps":{"alert":"Hi"}}"#, collapseID: "c1", until: .shown)
        try await test.phone.tap()
        #expect(
            test.calls == [
                "willFinish", "didFinish", "configuration", "willConnect", "didReceive", "sceneWillEnterForeground",
                "sceneDidBecomeActive",
            ])
        #expect(try await test.timeline.first("app.didFinish")["push"] == "false")
        #expect(try await test.timeline.first("app.willConnect")["response"] == "c1")
        #expect(try await test.timeline.first("app.didReceive")["id"] == "c1")
        #expect(try await test.timeline.first("app.sceneWillEnterForeground")["state"] == "1")
        #expect(try await test.timeline.first("app.sceneDidBecomeActive")["state"] == "0")
        await test.phone.stop()
    }

    @Test func `a tap on a suspended app resumes it: foreground, response, active`() async throws {
        let test = try await makePhone()
        try await test.phone.launch()
        try await test.phone.background()
        try await test.phone.suspend()
        try await test.push(#"{"aps":{"alert":"Hi"}}"#, until: .shown)
        let before = test.calls.count
        try await test.phone.tap()
        #expect(test.calls.dropFirst(before) == ["willEnterForeground", "didReceive", "didBecomeActive"])
        await test.phone.stop()
    }

    @Test(.rows("F1", "F5"))
    func `states follow each other, and under scenes the app delegate's own methods stay silent`() async throws {
        let plain = try await makePhone()
        try await plain.phone.launch()
        try await plain.phone.background()
        await plain.time.waitForSleepers(1)
        await plain.time.advance(by: .seconds(5))
        _ = try await plain.timeline.first { $0.kind == .state && $0["state"] == "suspended" }
        try await plain.phone.kill()
        #expect(
            plain.timeline.all(.state).map { $0["state"] } == [
                "inactive", "active", "inactive", "background", "suspended", "notRunning",
            ])
        #expect(plain.calls == ["willFinish", "didFinish", "didBecomeActive", "didEnterBackground"])

        let scenes = try await makePhone(delegate: { SceneAppDelegate() }, usesScenes: true)
        try await scenes.phone.launch()
        try await scenes.phone.background()
        #expect(!scenes.calls.contains("didBecomeActive"))
        #expect(scenes.calls.suffix(2) == ["sceneWillResignActive", "sceneDidEnterBackground"])
        #expect(try await scenes.timeline.first("app.sceneDidEnterBackground")["state"] == "2")
        await plain.phone.stop()
        await scenes.phone.stop()
    }

    @Test(.rows("F2"))
    func `a notification delegate that nobody keeps, or that comes after the launch, misses the response`() async throws
    {
        for keeps in [false, true] {
            let test = try await makePhone(delegate: { ForgetfulDelegate(keepsDelegate: keeps) })
            try await test.push(#"{"aps":{"alert":"Hi"}}"#, until: .shown)
            try await test.phone.tap()
            #expect(!test.calls.contains("didReceive"))
            let answer = try await test.timeline.first { $0.kind == .callbackDone && $0["name"] == "didReceive" }
            #expect(answer["result"] == "not_implemented")
            await test.phone.stop()
        }
    }

    @Test(.rows("F7")) func `a link comes in the launch options without scenes, and warm to the open method`()
        async throws
    {
        let scenes = try await makePhone(delegate: { SceneAppDelegate() }, usesScenes: true)
        try await scenes.phone.openURL("sample://one")
        try await scenes.phone.openURL("sample://two")
        #expect(try await scenes.timeline.first("app.willConnect")["urls"] == "sample://one")
        #expect(try await scenes.timeline.first("app.sceneOpenURL")["urls"] == "sample://two")
        await scenes.phone.stop()
    }
}

/// Sets a notification delegate wrongly: one that nobody keeps alive, or one that comes too late.
@MainActor
private final class ForgetfulDelegate: DelegateNotes, UIApplicationDelegate {
    private let keepsDelegate: Bool
    private let center = CenterDelegate()

    init(keepsDelegate: Bool) { self.keepsDelegate = keepsDelegate }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if keepsDelegate {
            _ = NotificationCenter.default.addObserver(
                forName: UIApplication.didFinishLaunchingNotification, object: application, queue: nil
            ) { _ in
                MainActor.assumeIsolated { UNUserNotificationCenter.current().delegate = self.center }
            }
        } else {
            var unkept: CenterDelegate? = CenterDelegate()
            UNUserNotificationCenter.current().delegate = unkept
            unkept = nil
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}
