import ClientTestSupport
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice
import SwiftUI
import TestSupport
import Testing
import Tidings
import Timekeeping
import UIKit
import UserNotifications

@testable import DocumentationSnippets

/// An app that runs the code of the pages when a test says so.
final class SnippetApp: TidingsAppDelegate {
    private let options: TestOptions
    private let ownDelegate = NotificationCenterDelegate()
    private let coordinator = NotificationCoordinator()
    private let inbox = ChatViewController()

    init(_ options: TestOptions) { self.options = options }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if options.current.keepsNotificationDelegate { UNUserNotificationCenter.current().delegate = ownDelegate }
        TestAppDelegate.configure(options)
        Tidings.ready()
        SimulatedProcess.current.onCommand { line in
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            return (try? await self.run(words[0], words.count > 1 ? words[1] : "")) ?? "failed"
        }
        return options.current.keepsNotificationDelegate
            || super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    private func run(_ snippet: String, _ argument: String) async throws -> String {
        let userInfo = try? TestPush.userInfo(argument)
        switch snippet {
        case "register": return String(try await FromBuzzKit.register())
        case "register-unless-asked": try await FromBuzzKit.registerUnlessAsked()
        case "ask-quietly": try await askQuietly()
        case "ask-after-login": try await askAfterLogin(Account(id: argument, hashFromYourBackend: nil))
        case "ask": await CallsAppDelegate().askForNotifications()
        case "coordinator": FromBuzzKit.decide(coordinator)
        case "inbox":
            inbox.isShowingCustomInbox = argument == "open"
            inbox.becomeDelegate()
            return inbox.customInbox.map { "\($0.conversation ?? ""): \($0.title), \($0.body)" }.joined(separator: "; ")
        case "token-bytes": FromKindly.token(bytes: Data([0xAB, 0x01]))
        case "token-text": FromKindly.token(text: argument)
        case "received": await FromKindly.received(userInfo ?? [:])
        case "received-notification":
            for notification in await UNUserNotificationCenter.current().deliveredNotifications() {
                await FromKindly.received(notification)
            }
        case "is-ours": return String(FromKindly.isOurs(userInfo ?? [:]))
        case "our-delegate": FromKindly.useOurDelegate()
        case "chat-silent", "calls-silent", "forwarded-silent", "two-silent":
            return await silent(snippet, userInfo ?? [:])
        case "authenticated": FromSendbirdCalls.authenticated(as: argument, hash: nil)
        case "unregister": FromSendbirdCalls.unregister()
        case "deauthenticate": FromSendbirdCalls.deauthenticate()
        case "add-delegate": addDelegate()
        case "look-for-trouble": await lookForTrouble()
        case "listen":
            SimulatedProcess.current.task {
                await FromNotifyKit.listen { SimulatedProcess.current.log("event", ["what": $0]) }
            }
        default: return "?"
        }
        return "ok"
    }

    /// What an app delegate of the pages answers to a silent push.
    private func silent(_ snippet: String, _ userInfo: [AnyHashable: Any]) async -> String {
        let application = UIApplication.shared
        let result: UIBackgroundFetchResult
        switch snippet {
        case "chat-silent":
            result = await ChatAppDelegate().application(application, didReceiveRemoteNotification: userInfo)
            return "\(result) \(OtherNotificationProvider.shared.handled)"
        case "calls-silent":
            result = await CallsForwardingDelegate().application(application, didReceiveRemoteNotification: userInfo)
        case "forwarded-silent":
            result = await ForwardingAppDelegate().application(application, didReceiveRemoteNotification: userInfo)
        default:
            result = await withCheckedContinuation { continuation in
                TwoSDKs().application(application, didReceiveRemoteNotification: userInfo) {
                    continuation.resume(returning: $0)
                }
            }
        }
        return "\(result)"
    }
}

/// A SwiftUI app with the modifier that the page makes of ours.
struct OrderApp: App {
    @UIApplicationDelegateAdaptor var appDelegate: MyAppDelegate

    var body: some Scene {
        WindowGroup {
            Text("Orders").onOrder { response in
                SimulatedProcess.current.log("order", ["id": response.notification.request.identifier])
            }
        }
    }
}

/// The pages show the samples of other systems under our names; here each of them runs in an app on a phone.
@Suite("The samples of the pages, run", .timeLimit(.minutes(1))) struct SnippetRunTests {
    private func phone(
        permission: DeviceConfiguration.PermissionAnswer = .allow, _ change: (TestOptions) -> Void = { _ in }
    ) async throws -> SDKPhone {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        change(options)
        let phone = try SDKPhone(
            time: time, options: options, permission: permission, program: .app { SnippetApp(options) })
        try await phone.phone.launch()
        return phone
    }

    private let silent = #"{"aps":{"content-available":1},"tidings":{"v":1,"id":"msg_1","form":"silent"}}"#
    private let foreign = #"{"aps":{"alert":"Foreign"}}"#

    @Test("BuzzKit: register", .rows("B60", "B62"), arguments: [true, false])
    func register(isAllowed: Bool) async throws {
        let phone = try await phone(permission: isAllowed ? .allow : .deny)
        #expect(try await phone.phone.command("register") == String(isAllowed))
        #expect(phone.device["token"] != nil)
        try await phone.phone.command("register-unless-asked")
        #expect(phone.timeline.all(.permissionPrompted).count == 1)
        await phone.phone.stop()
    }

    @Test("BuzzKit: provisional", .rows("B63"))
    func provisional() async throws {
        let phone = try await phone()
        #expect(try await phone.phone.command("ask-quietly") == "ok")
        #expect(phone.timeline.all(.permissionPrompted).isEmpty && phone.device["permission"] == "provisional")
        await phone.phone.stop()
    }

    @Test("BuzzKit: the delegate decides by the push's data", .rows("B68"))
    func coordinator() async throws {
        let phone = try await phone()
        for command in ["register", "coordinator"] { try await phone.phone.command(command) }
        for (priority, kind) in [("high", TimelineEntry.Kind.shown), ("low", .notShown)] {
            var content = MessageContent(title: "Hello", body: "Text")
            content.data = Array(#"{"priority":"\#(priority)"}"#.utf8)
            let entry = try await phone.push(TestPush.clear(id: priority, to: "ada", content), id: priority)
            #expect(entry.kind == kind)
        }
        await phone.phone.stop()
    }

    @Test("Kindly: tokens as bytes and as text", .rows("K1"))
    func tokens() async throws {
        let phone = try await phone()
        for (command, token) in [("token-bytes", "ab01"), ("token-text CD02", "cd02")] {
            try await phone.phone.command(command)
            try await phone.server.wait { $0.devices.first?.registration["token"] == .string(token) }
        }
        await phone.phone.stop()
    }

    @Test("Kindly: what came is handed over, what is not ours is left alone", .rows("K2", "K3"))
    func received() async throws {
        let phone = try await phone()
        try await phone.phone.command("register")
        #expect(try await phone.phone.command("is-ours \(silent)") == "true")
        #expect(try await phone.phone.command("is-ours \(foreign)") == "false")
        try await phone.phone.command("received \(foreign)")
        try await phone.phone.command("received \(silent)")
        _ = try await phone.receipts("delivered")
        try await phone.phone.background()
        try await phone.push(
            TestPush.clear(id: "msg_2", to: "ada", MessageContent(title: "A", body: "B")), id: "msg_2")
        try await phone.phone.command("received-notification")
        _ = try await phone.receipts("delivered", of: "msg_2")
        await phone.phone.stop()
    }

    @Test(
        "Kindly, Sendbird, BuzzKit, the guide: app delegates answer silent pushes, ours and others'",
        .rows("N47"),
        arguments: [
            ("chat-silent", "newData 0", "newData 1"), ("calls-silent", "newData", "noData"),
            ("forwarded-silent", "newData", "noData"), ("two-silent", "newData", "newData"),
        ])
    func appDelegates(snippet: String, ours: String, others: String) async throws {
        let phone = try await phone()
        try await phone.phone.command("register")
        let message = try TestPush.clear(to: "ada", form: .silent, MessageContent(title: "A", body: "B"))
        #expect(try await phone.phone.command("\(snippet) \(message)") == ours)
        #expect(try await phone.phone.command("\(snippet) \(foreign)") == others)
        await phone.phone.stop()
    }

    @Test("Kindly: a delegate of the app's own, or ours set by hand", .rows("K7"), arguments: [true, false])
    func ownDelegate(isOwn: Bool) async throws {
        let phone = try await phone { $0.set { $0.keepsNotificationDelegate = true } }
        try await phone.phone.command("register")
        if !isOwn { try await phone.phone.command("our-delegate") }
        let payload = try TestPush.clear(to: "ada", MessageContent(title: "A", body: "B"))
        #expect(try await phone.push(payload)["list"] == "true")
        let other = try await phone.push(foreign, id: "foreign")
        #expect(other["banner"] == "true" && other["list"] == (isOwn ? "false" : "true"))
        try await phone.phone.background()
        try await phone.phone.tap("msg_1")
        _ = try await phone.receipts("opened")
        await phone.phone.stop()
    }

    @Test("Kindly: the app takes over while its inbox is open", .rows("K8", "K9", "K11"))
    func intercept() async throws {
        let phone = try await phone()
        for command in ["register", "inbox open"] { try await phone.phone.command(command) }
        var content = MessageContent(title: "Hello", body: "Text")
        content.conversation = "chat_1"
        #expect(try await phone.push(TestPush.clear(to: "ada", content)).kind == .notShown)
        #expect(try await phone.phone.command("inbox closed") == "chat_1: Hello, Text")
        #expect(try await phone.push(TestPush.clear(id: "msg_2", to: "ada", content), id: "msg_2").kind == .shown)
        try await phone.server.wait { $0.events("notification_received").count == 2 }
        #expect(phone.server.events("notification_received").allSatisfy { $0.data["conversation"] == "chat_1" })
        await phone.phone.stop()
    }

    @Test("notify-kit: events of pushes of whatever sender", .rows("N50"))
    func events() async throws {
        let phone = try await phone()
        for command in ["register", "listen"] { try await phone.phone.command(command) }
        try await phone.phone.background()
        try await phone.push(foreign, id: "first")
        try await phone.phone.tap("first")
        _ = try await phone.timeline.first { $0.kind == "app.event" && $0["what"] == "pressed" }
        #expect(phone.notes("event").compactMap { $0["what"] } == ["remote notification first", "pressed"])
        await phone.phone.stop()
    }

    @Test("Sendbird: register, authenticate, unregister, deauthenticate", .rows("C3", "C4", "C5"))
    func calls() async throws {
        let phone = try await phone { options in
            options.set { values in
                values.user = nil
                values.registersAnonymously = false
            }
        }
        try await phone.phone.command("ask")
        #expect(phone.server.devices.isEmpty)
        try await phone.phone.command("authenticated ada")
        try await phone.server.wait { $0.devices.first?.registration["token"] != nil }
        #expect(phone.server.devices.map(\.subscriber) == ["ada"])
        try await phone.phone.command("unregister")
        try await phone.server.wait { server in
            server.calls.contains { $0.method == "DELETE" && $0.subscriber == "ada" }
        }
        try await phone.phone.command("deauthenticate")
        try await phone.server.wait { $0.devices.isEmpty }
        await phone.phone.stop()
    }

    @Test(
        "SwiftUI: every response reaches the view, in front, in the background and after a cold start",
        .rows("U1", "U5"))
    func swiftUI() async throws {
        let phone = try SDKPhone(
            time: .forTest(), options: TestOptions(server: FakeServer(time: VirtualTime.forTest())),
            program: .app(OrderApp.self))
        try await phone.phone.launch()
        phone.phone.device.changeSettings(allow: true, for: bundleID)
        _ = try await phone.courier.register(bundleID: bundleID, environment: .sandbox)
        for state in ["front", "back", "cold"] {
            if state == "back" { try await phone.phone.background() }
            if state == "cold" { try await phone.phone.kill() }
            try await phone.push(#"{"aps":{"alert":"Shipped","category":"order"}}"#, id: state)
            try await phone.phone.tap(state)
            _ = try await phone.timeline.first { $0.kind == "app.order" && $0["id"] == state }
        }
        await phone.phone.stop()
    }

    @Test("SwiftUI: the page's app and README's run as they stand there", .rows("U4"), arguments: [true, false])
    func wholeApps(isReadme: Bool) async throws {
        let phone = try SDKPhone(
            time: .forTest(), options: TestOptions(server: FakeServer(time: VirtualTime.forTest())),
            program: isReadme ? .app(ReadmeApp.self) : .app(MyApp.self))
        try await phone.phone.launch()
        phone.phone.device.changeSettings(allow: true, for: bundleID)
        _ = try await phone.courier.register(bundleID: bundleID, environment: .sandbox)
        #expect(try await phone.push(TestPush.clear(MessageContent(title: "Hello", body: "Text"))).kind == .shown)
        try await phone.phone.tap()
        #expect(phone.timeline.all(.callbackDone).contains { $0["name"] == "didReceive" && $0["result"] == "done" })
        await phone.phone.stop()
    }

    @Test("README: identify and ask", .rows("B60"))
    func readme() async throws {
        let phone = try await phone { $0.set { $0.user = nil } }
        #expect(try await phone.phone.command("ask-after-login ada") == "ok")
        #expect(phone.server.devices.map(\.subscriber) == ["ada"] && phone.device["token"] != nil)
        await phone.phone.stop()
    }

    @Test("The guide to other SDKs: the added delegate, and the look for trouble", .rows("N48"))
    func guide() async throws {
        let phone = try await phone()
        for command in ["register", "add-delegate", "look-for-trouble"] {
            #expect(try await phone.phone.command(command) != "failed")
        }
        await phone.phone.stop()
    }
}
