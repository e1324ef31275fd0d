import ClientTestSupport
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsUI
import Timekeeping
import UIKit
import UserNotifications

/// An app that keeps the notification centre's delegate to itself and hands ours to the SDK.
final class OwnDelegate: TidingsAppDelegate, TidingsDelegate, UNUserNotificationCenterDelegate {
    private let options: TestOptions

    init(_ options: TestOptions) { self.options = options }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        TestAppDelegate.configure(options)
        Tidings.delegate = self
        Tidings.ready()
        SimulatedProcess.current.task { await TestAppDelegate.register() }
        SimulatedProcess.current.onCommand { line in
            if line == "who" {
                return await MainActor.run { "\(UNUserNotificationCenter.current().delegate === self)" }
            }
            Tidings.conversation = line == "close" ? nil : line
            return "ok"
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        guard Tidings.isTidings(notification.request.content.userInfo) else { return completionHandler([.banner]) }
        Tidings.willPresent(notification) { options in
            SimulatedProcess.current.log("completed", ["options": String(options.rawValue)])
            completionHandler(options)
        }
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        // Twice, as an app does that has several callbacks.
        Tidings.didReceive(response: response)
        Tidings.didReceive(response: response) { completionHandler() }
    }

    func tidingsDidOpen(_ open: NotificationOpen) {
        SimulatedProcess.current.log("opened", ["id": open.notification.messageID])
    }
}

@Suite("An app with a notification delegate of its own", .timeLimit(.minutes(1))) struct OwnDelegateTests {
    private func phone() async throws -> SDKPhone {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        options.set { $0.keepsNotificationDelegate = true }
        return try await SDKPhone(time: time, options: options, program: .app { OwnDelegate(options) }).registered()
    }

    private var content: MessageContent {
        var content = MessageContent(title: "Hello", body: "World")
        content.conversation = "chat_1"
        return content
    }

    @Test("It asks for the decision and gets each completion once", .rows("K7", "K2"))
    func decision() async throws {
        let phone = try await phone()
        #expect(try await phone.push(TestPush.clear(to: "ada", content)).kind == .shown)
        try await phone.phone.command("chat_1")
        #expect(try await phone.push(TestPush.clear(id: "msg_2", to: "ada", content), id: "msg_2").kind == .notShown)
        #expect(phone.notes("completed").map { $0["options"] == "0" } == [false, true])
        #expect(try await phone.push(#"{"aps":{"alert":"Foreign"}}"#, id: "foreign")["list"] == "false")
        #expect(phone.notes("completed").count == 2)
        await phone.phone.stop()
    }

    @Test("It hands responses over as often as it likes; each counts once", .rows("U6", "K4", "P12", "CS-H2"))
    func responses() async throws {
        let phone = try await phone()
        try await phone.phone.background()
        try await phone.push(TestPush.clear(to: "ada", content))
        try await phone.phone.tap()
        try await phone.note("opened")
        _ = try await phone.receipts("opened")
        #expect(phone.notes("opened").count == 1)
        #expect(phone.server.receipts(of: "msg_1").filter { $0 == "opened" }.count == 1)
        await phone.phone.stop()
    }

    @Test("Its delegate stays the notification centre's")
    func keepsDelegate() async throws {
        let phone = try await phone()
        #expect(try await phone.phone.command("who") == "true")
        #expect(try await phone.push(#"{"aps":{"alert":"Foreign"}}"#, id: "foreign")["banner"] == "true")
        await phone.phone.stop()
    }
}
