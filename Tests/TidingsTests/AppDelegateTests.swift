import ClientTestSupport
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice
import SwiftUI
import TestSupport
import Testing
import Tidings
import TidingsUI
import Timekeeping
import UIKit
import UserNotifications

/// An app delegate that knows nothing of pushes, as in an app without the adaptor.
final class BareAppDelegate: NSObject, UIApplicationDelegate {
    private let options: TestOptions

    init(_ options: TestOptions) { self.options = options }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        TestAppDelegate.configure(options)
        SimulatedProcess.current.task {
            do {
                _ = try await Tidings.registerForPush()
            } catch {
                SimulatedProcess.current.log("failed", ["error": "\(error)"])
            }
        }
        return true
    }
}

/// An app that forwards everything by hand.
final class ManualAppDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    private let options: TestOptions

    init(_ options: TestOptions) { self.options = options }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        TestAppDelegate.configure(options)
        UNUserNotificationCenter.current().delegate = self
        SimulatedProcess.current.task { await TestAppDelegate.register() }
        return true
    }

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        Tidings.setDeviceToken(deviceToken)
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error) {
        Tidings.didFailToRegister(error)
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        await Tidings.didReceive(userInfo: userInfo)
    }
}

/// An app delegate that hears of everything itself and passes it on.
final class ListeningAppDelegate: TidingsAppDelegate {
    private let options: TestOptions?

    init(_ options: TestOptions) { self.options = options }

    /// As SwiftUI makes it; without a server.
    override init() { options = nil }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if let options { TestAppDelegate.configure(options) }
        SimulatedProcess.current.onCommand { _ in
            await UIApplication.shared.registerForRemoteNotifications()
            return "ok"
        }
        SimulatedProcess.current.log("heard", ["of": "launch"])
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    override func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        SimulatedProcess.current.log("heard", ["of": "token"])
        super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    }

    override func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        SimulatedProcess.current.log("heard", ["of": "failure"])
        super.application(application, didFailToRegisterForRemoteNotificationsWithError: error)
    }

    override func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        SimulatedProcess.current.log("heard", ["of": "push"])
        super.application(
            application, didReceiveRemoteNotification: userInfo, fetchCompletionHandler: completionHandler)
    }
}

/// A SwiftUI app with that delegate.
struct ListeningApp: App {
    @UIApplicationDelegateAdaptor var delegate: ListeningAppDelegate

    var body: some Scene {
        WindowGroup { Text("Listening") }
    }
}

@Suite("App delegates of all kinds", .timeLimit(.minutes(1))) struct AppDelegateTests {
    private func phone(_ make: @escaping @MainActor @Sendable (TestOptions) -> any UIApplicationDelegate) throws
        -> SDKPhone
    {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        return try SDKPhone(time: time, options: options, program: .app { make(options) })
    }

    @Test(
        "An app that passes no token on is told so, with the lines to add; its callbacks stay the system's",
        .rows("CS-K9", "CS-D5"))
    func bare() async throws {
        let phone = try phone { BareAppDelegate($0) }
        try await phone.phone.launch()
        _ = try await phone.timeline.first(.registered)
        await phone.time.waitForSleepers(waking: .seconds(15))
        await phone.time.advance(by: .seconds(16))
        let error = try #require(try await phone.note("failed")["error"])
        #expect(error.contains("network") && error.contains("@UIApplicationDelegateAdaptor(TidingsAppDelegate.self)"))
        #expect(error.contains("Tidings.setDeviceToken(deviceToken)"))
        // Nothing was added to the app's delegate: it still has no such method.
        _ = try await phone.timeline.first { $0.kind == .callbackDone && $0["name"] == "didRegister" }
        let callbacks = phone.timeline.all(.callbackDone).filter { $0["name"] == "didRegister" }
        #expect(!callbacks.isEmpty && callbacks.allSatisfy { $0["result"] == "not_implemented" })
        await phone.phone.stop()
    }

    @Test("An app can forward the three callbacks by hand", .rows("B70", "N47"))
    func manual() async throws {
        let phone = try phone { ManualAppDelegate($0) }
        phone.options.set { $0.keepsNotificationDelegate = true }
        _ = try await phone.registered()
        #expect(try await phone.note("registration")["outcome"] == "granted")
        let content = MessageContent(title: "Quiet", body: "Text")
        for (payload, result) in [
            (try TestPush.clear(to: "ada", form: .silent, content), "newData"),
            (#"{"aps":{"content-available":1},"other":1}"#, "noData"),
        ] {
            #expect(try await phone.push(payload, type: "background", until: .wakeAnswered)["result"] == result)
        }
        #expect(phone.server.receipts(of: "msg_1").contains("delivered"))
        await phone.phone.stop()
    }

    @Test(
        "A subclass hears of every callback and passes it on, as SwiftUI's adaptor too", .rows("CS-D5"),
        arguments: [false, true])
    func subclass(isSwiftUI: Bool) async throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let phone = try SDKPhone(
            time: time, options: options,
            program: isSwiftUI ? .app(ListeningApp.self) : .app { ListeningAppDelegate(options) })
        try await phone.phone.launch()
        phone.phone.device.failNextRegistration(of: bundleID)
        for callback in ["failure", "token"] {
            try await phone.phone.command("register")
            _ = try await phone.timeline.first { $0.kind == "app.heard" && $0["of"] == callback }
        }
        let payload = try TestPush.clear(to: "ada", form: .silent, MessageContent(title: "Quiet", body: "Text"))
        _ = try await phone.push(payload, type: "background", until: .wakeAnswered)
        #expect(phone.notes("heard").compactMap { $0["of"] } == ["launch", "failure", "token", "push"])
        if !isSwiftUI { try await phone.server.wait { $0.devices.contains { $0.registration["token"] != nil } } }
        await phone.phone.stop()
    }

    @Test(
        "A token is kept in whatever state the app is when it comes", .rows("CS-K11"),
        arguments: ["front", "back", "woken"])
    func tokenInAnyState(state: String) async throws {
        let phone = try SDKPhone()
        try await phone.phone.setOnline(false)
        phone.server.isOffline = true
        try await phone.phone.launch()
        _ = try await phone.timeline.first(.registrationPending)
        if state != "front" { try await phone.phone.background() }
        if state == "woken" { try await phone.phone.suspend() }
        phone.server.isOffline = false
        try await phone.phone.setOnline(true)
        _ = try await phone.timeline.first(.registered)
        if state == "woken" { try await phone.phone.launch() }
        try await phone.server.wait { server in server.devices.contains { $0.registration["token"] != nil } }
        await phone.phone.stop()
    }

    @Test(
        "The host's own notification delegate is called for a tap that started the app", .rows("CS-D8"),
        arguments: ["ours", "foreign"], [false, true])
    func hostDelegate(owner: String, usesScenes: Bool) async throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let phone = try await SDKPhone(
            time: time, options: options, usesScenes: usesScenes, program: .app { PeerAppDelegate(options, .answers) }
        ).registered()
        try await phone.phone.kill()
        let payload =
            owner == "ours"
            ? try TestPush.clear(to: "ada", MessageContent(title: "Ours", body: ".")) : #"{"aps":{"alert":"Foreign"}}"#
        try await phone.push(payload, id: owner)
        try await phone.phone.tap(owner)
        #expect(try await phone.note("peerTap")["saw"] == owner)
        #expect(phone.notes("peerTap").count == 1)
        await phone.phone.stop()
    }

    @Test("A second configuration changes nothing, and calls before the first do nothing", .rows("B66"))
    func configuration() async throws {
        let phone = try SDKPhone { $0.set { $0.configures = false } }
        try await phone.phone.launch()
        for command in ["identify eve", "track early", "logout", "unregister", "open app://x"] {
            try await phone.phone.command(command)
        }
        #expect(try await phone.phone.command("who") == "nobody")
        try await phone.phone.command("configure")
        phone.options.set { $0.user = nil }
        try await phone.phone.command("configure")
        try await phone.settle()
        #expect(phone.server.devices.map(\.subscriber) == ["ada"])
        #expect(phone.server.events("early").isEmpty)
        let configuration = Configuration(
            publishableKey: "td_pk_1", url: try #require(URL(string: "https://push.example")))
        #expect(configuration.logLevel == .warning && configuration.appGroup == nil)
        #expect(configuration.foregroundPresentation == .banner && configuration.pushEnvironment == nil)
        #expect(configuration.installsNotificationDelegate && configuration.handlesRemoteTaps)
        #expect(configuration.tracksSessions && configuration.clearing == .never && configuration.registersAnonymously)
        await phone.phone.stop()
    }
}
