import ClientTestSupport
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCore
import Timekeeping
import UIKit
import UserNotifications

@testable import DocumentationSnippets
@testable import Tidings

/// The ways in which the pages configure the SDK.
enum ShownConfiguration: String, CaseIterable {
    case environment, notifyKit, otherTaps, manual, more

    func configure(_ url: URL) {
        switch self {
        case .environment: FromBuzzKit.configure(url)
        case .notifyKit: FromNotifyKit.configure(url)
        case .otherTaps: configureBeside(url)
        case .manual: configureManually(url)
        case .more: configureMore(url)
        }
    }
}

/// An app that is configured as a page says, beside another delegate of the notification centre if there is one.
private final class ConfiguredApp: TidingsAppDelegate, TidingsDelegate {
    private let shown: ShownConfiguration
    private let other: Other?

    /// Another SDK, which navigates by itself.
    final class Other: NSObject, UNUserNotificationCenterDelegate {
        private let handsOver: Bool

        init(handsOver: Bool) { self.handsOver = handsOver }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping @Sendable () -> Void
        ) {
            SimulatedProcess.current.log("other", ["id": response.notification.request.identifier])
            // The system calls on the main thread.
            nonisolated(unsafe) let response = response
            if handsOver { MainActor.assumeIsolated { FromKindly.clicked(response) } }
            completionHandler()
        }
    }

    init(_ shown: ShownConfiguration, hasOther: Bool) {
        self.shown = shown
        other = hasOther ? Other(handsOver: shown == .manual) : nil
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = other
        if let url = URL(string: "https://push.example.com") { shown.configure(url) }
        Tidings.identify("ada")
        Tidings.delegate = self
        Tidings.ready()
        SimulatedProcess.current.onCommand { line in
            switch line {
            case "settle": await Tidings.messages.refresh()
            case "environment":
                return FacadeInstance.current.client?.configuration.pushEnvironment?.rawValue ?? "as the profile says"
            case "group":
                let folder = SimulatedProcess.current.containers.group("group.com.example.shared")
                let files = folder.flatMap { try? FileManager.default.subpathsOfDirectory(atPath: $0.path) } ?? []
                return "\(files.count)"
            default:
                return await MainActor.run { "\(UNUserNotificationCenter.current().delegate === self.other)" }
            }
            return "ok"
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    func tidingsDidOpen(_ open: NotificationOpen) {
        SimulatedProcess.current.log("opened", ["id": open.notification.messageID])
    }
}

/// Each configuration of the pages in an app on a phone, with the network and a server as they are.
@Suite("The configurations of the pages, run", .timeLimit(.minutes(1))) struct SnippetConfigurationTests {
    private func start(
        _ shown: ShownConfiguration, hasOther: Bool = true
    ) async throws -> (phone: SDKPhone, stop: () async -> Void) {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let served = try await ServedServer(options.server)
        let phone = try SDKPhone(
            time: time, options: options, program: .app { ConfiguredApp(shown, hasOther: hasOther) },
            settings: served.settings(host: "push.example.com"),
            appGroups: ["group.\(bundleID)", "group.com.example.shared"])
        phone.phone.device.changeSettings(allow: true, for: bundleID)
        let stop = {
            await phone.phone.stop()
            await served.stop()
        }
        return (try await phone.registered(), stop)
    }

    private func push(_ phone: SDKPhone, _ id: String) async throws -> TimelineEntry {
        try await phone.push(TestPush.clear(id: id, to: "ada", MessageContent(title: "Hello", body: "Text")), id: id)
    }

    @Test("BuzzKit: the environment set by hand", .rows("B65", "B66"))
    func environment() async throws {
        do {
            let (phone, stop) = try await start(.environment)
            #expect(phone.device["environment"] == "sandbox")
            #expect(try await phone.phone.command("environment") == "sandbox")
            await stop()
        }
        do {
            let (phone, stop) = try await start(.manual)
            #expect(try await phone.phone.command("environment") == "as the profile says")
            await stop()
        }
    }

    @Test(
        "notify-kit, the guide to other SDKs: taps on pushes go to the other alone, those on our own banners to us",
        .rows("N47"), arguments: [ShownConfiguration.notifyKit, .otherTaps])
    func taps(shown: ShownConfiguration) async throws {
        let (phone, stop) = try await start(shown)
        try await phone.phone.background()
        _ = try await push(phone, "msg_1")
        try await phone.phone.tap("msg_1")
        #expect(try await phone.note("other")["id"] == "msg_1")
        try await phone.phone.background()
        let silent = try TestPush.clear(
            id: "msg_2", to: "ada", form: .silent, MessageContent(title: "Hello", body: "Text"))
        _ = try await phone.push(silent, id: "msg_2", type: "background", until: .shown)
        try await phone.phone.tap("msg_2")
        #expect(try await phone.note("opened")["id"] == "msg_2")
        try await phone.phone.command("settle")
        #expect(phone.notes("opened").count == 1)
        #expect(phone.server.receipts(of: "msg_1").contains("opened") == false)
        await stop()
    }

    @Test("The guide to other SDKs: where nobody decides about a foreign push it is hidden", .rows("N48"))
    func foreign() async throws {
        do {
            let (phone, stop) = try await start(.otherTaps, hasOther: false)
            #expect(try await phone.push(#"{"aps":{"alert":"Foreign"}}"#, id: "foreign").kind == .notShown)
            #expect(try await push(phone, "msg_1").kind == .shown)
            await stop()
        }
        do {
            let (phone, stop) = try await start(.notifyKit, hasOther: false)
            #expect(try await phone.push(#"{"aps":{"alert":"Foreign"}}"#, id: "foreign").kind == .shown)
            await stop()
        }
    }

    @Test(
        "Kindly, the guide to other SDKs: the delegate in the app's own hands is never touched",
        .rows("B66", "B70", "K4"))
    func manual() async throws {
        do {
            let (phone, stop) = try await start(.manual)
            #expect(try await phone.phone.command("is the delegate the app's") == "true")
            try await phone.phone.background()
            try await phone.phone.launch()
            #expect(try await phone.phone.command("is the delegate the app's") == "true")
            #expect(try await push(phone, "msg_1").kind == .notShown, "its own delegate says nothing")
            // Kindly: a response handed over.
            try await phone.phone.background()
            _ = try await push(phone, "msg_2")
            try await phone.phone.tap("msg_2")
            #expect(try await phone.note("opened")["id"] == "msg_2")
            _ = try await phone.receipts("opened", of: "msg_2")
            await stop()
        }
        do {
            let (phone, stop) = try await start(.more)
            #expect(try await phone.phone.command("is the delegate the app's") == "false")
            await stop()
        }
    }

    @Test("Getting started: hidden in the foreground, with a group of another name", .rows("B66"))
    func more() async throws {
        let (phone, stop) = try await start(.more)
        #expect(try await push(phone, "msg_1").kind == .notShown)
        #expect(try await phone.phone.command("group") != "0")
        try await phone.phone.background()
        #expect(try await push(phone, "msg_2").kind == .shown)
        await stop()
    }
}
