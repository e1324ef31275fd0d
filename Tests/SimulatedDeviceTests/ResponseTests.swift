import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing
import UIKit
import UserNotifications

@Suite(.timeLimit(.minutes(1)))
struct ResponseTests {
    private static let push = #"{"aps":{"alert":"Hi","category":"chat"}}"#

    /// A phone whose app has registered a category and is no longer there.
    private func makePhoneWithButtons(customDismiss: Bool) async throws -> TestPhone {
        let test = try await makePhone(delegate: { ButtonDelegate(customDismiss: customDismiss) })
        try await test.phone.launch()
        try await test.phone.kill()
        try await test.push(Self.push, until: .shown)
        return test
    }

    @Test(.rows("F30"), arguments: [true, false])
    func `dismissing reaches the app only where the category asks for it`(customDismiss: Bool) async throws {
        let test = try await makePhoneWithButtons(customDismiss: customDismiss)
        let mark = test.timeline.mark
        try await test.phone.dismiss()
        let response = test.timeline.entries.dropFirst(mark).first { $0.kind == "app.didReceive" }
        #expect((response != nil) == customDismiss)
        #expect(response?["action"] == (customDismiss ? UNNotificationDismissActionIdentifier : nil))
        #expect(test.phone.screen.notifications.isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("F6"))
    func `a button that is not for the foreground launches the app in the background, without a scene`()
        async throws
    {
        let test = try await makePhoneWithButtons(customDismiss: false)
        let mark = test.calls.count
        try await test.phone.act("mute")
        #expect(test.calls.dropFirst(mark) == ["willFinish", "didFinish", "didReceive"])
        #expect(test.phone.phase == .background)
        await test.phone.stop()
    }

    @Test(.rows("F30")) func `a button for the foreground opens the app, and a text comes with the reply`() async throws
    {
        let test = try await makePhoneWithButtons(customDismiss: false)
        try await test.phone.act("show")
        #expect(test.phone.phase == .active)
        try await test.phone.kill()
        try await test.push(Self.push, until: .shown)
        let mark = test.timeline.mark
        try await test.phone.reply("on my way")
        let response = try await test.timeline.first("app.didReceive", after: mark)
        #expect(response["action"] == "answer")
        #expect(response["text"] == "on my way")
        await test.phone.stop()
    }

    @Test(.rows("F43")) func `a button that needs an unlocked device is refused on a locked one`() async throws {
        let test = try await makePhoneWithButtons(customDismiss: false)
        await test.phone.lock()
        await #expect(throws: DeviceError.self) { try await test.phone.act("delete") }
        await test.phone.unlock()
        try await test.phone.act("delete")
        #expect(test.calls.contains("didReceive"))
        await test.phone.stop()
    }

    @Test(.rows("F31"))
    func `setting categories replaces all of them, and unknown buttons and notifications are refused`()
        async throws
    {
        let test = try await makePhoneWithButtons(customDismiss: false)
        #expect(test.phone.screen.notifications.first?.actions == ["mute", "show", "answer", "delete"])
        await #expect(throws: DeviceError.self) { try await test.phone.act("explode") }
        await #expect(throws: DeviceError.self) { try await test.phone.tap("nobody") }
        try await test.phone.launch()
        try await test.phone.command("categories other")
        #expect(test.phone.screen.notifications.first?.actions == [])
        await test.phone.stop()
    }

    @Test(.rows("F30")) func `clearing the list tells the app nothing`() async throws {
        let test = try await makePhoneWithButtons(customDismiss: true)
        let count = test.calls.count
        try test.device.clearAll(in: bundleID)
        #expect(test.phone.screen.notifications.isEmpty)
        #expect(test.calls.count == count)
        await test.phone.stop()
    }
}

/// Registers a category with four buttons.
@MainActor
private final class ButtonDelegate: DelegateNotes, UIApplicationDelegate {
    private let customDismiss: Bool
    private let center = CenterDelegate()

    init(customDismiss: Bool) { self.customDismiss = customDismiss }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = center
        Self.register("chat", customDismiss)
        SimulatedProcess.current.onCommand { line in
            await MainActor.run { Self.register(String(line.split(separator: " ").last ?? ""), false) }
            return "done"
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    private static func register(_ identifier: String, _ customDismiss: Bool) {
        UNUserNotificationCenter.current().setNotificationCategories([
            UNNotificationCategory(
                identifier: identifier,
                actions: [
                    UNNotificationAction(identifier: "mute", title: "Mute"),
                    UNNotificationAction(identifier: "show", title: "Show", options: [.foreground]),
                    UNTextInputNotificationAction(
                        identifier: "answer", title: "Reply", textInputButtonTitle: "Send", textInputPlaceholder: ""),
                    UNNotificationAction(
                        identifier: "delete", title: "Delete", options: [.authenticationRequired, .destructive]),
                ], intentIdentifiers: [], options: customDismiss ? [.customDismissAction] : [])
        ])
    }
}
