import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing
import UIKit
import UserNotificationsUI

@Suite(.timeLimit(.minutes(1)))
struct ContentExtensionTests {
    private func makePhone(
        _ program: Program = .contentExtension { DrawingExtension() }
    ) async throws -> TestPhone {
        let test = try await SimulatedDeviceTests.makePhone(delegate: { ScriptedDelegate() }) { app in
            app.contentExtension = program
            app.contentExtensionCategories = ["chat"]
        }
        try await test.phone.launch()
        try await test.inApp {
            #expect(UNUserNotificationCenter.current().supportsContentExtensions)
            let actions = ["stay", "close", "forward"].map { UNNotificationAction(identifier: $0, title: $0) }
            UNUserNotificationCenter.current().setNotificationCategories([
                UNNotificationCategory(identifier: "chat", actions: actions, intentIdentifiers: [])
            ])
        }
        try await test.phone.background()
        return test
    }

    @Test func `a notification that is opened up is drawn by the extension of its category`() async throws {
        let test = try await makePhone()
        try await test.push(#"{"aps":{"alert":"Hi","category":"chat"}}"#, collapseID: "c1", until: .shown)
        try await test.device.expand(in: bundleID)
        #expect(try await test.timeline.first("app.drawn")["body"] == "Hi")
        #expect(try await test.timeline.first("app.drawn").process?.hasPrefix("content ") == true)
        #expect(test.phone.screen.notifications.map(\.isExpanded) == [true])
        try await test.push(#"{"aps":{"alert":"Plain"}}"#, until: .shown)
        await #expect(throws: DeviceError.self) { try await test.device.expand(in: bundleID) }
        await test.phone.stop()
    }

    @Test func `the extension says what becomes of a response`() async throws {
        let test = try await makePhone()
        try await test.push(#"{"aps":{"alert":"Hi","category":"chat"}}"#, until: .shown)
        try await test.device.expand(in: bundleID)
        try await test.phone.act("stay")
        #expect(test.phone.screen.notifications.count == 1)
        try await test.phone.act("close")
        #expect(test.phone.screen.notifications.isEmpty)
        #expect(test.timeline.all("app.didReceive").isEmpty)
        try await test.push(#"{"aps":{"alert":"Hi","category":"chat"}}"#, until: .shown)
        try await test.device.expand(in: bundleID)
        try await test.phone.act("forward")
        #expect(try await test.timeline.first("app.didReceive")["action"] == "forward")
        // One that is not opened up is no business of the extension.
        try await test.push(#"{"aps":{"alert":"Hi","category":"chat"}}"#, until: .shown)
        try await test.phone.act("close")
        #expect(test.timeline.all("app.didReceive").map { $0["action"] } == ["forward", "close"])
        await test.phone.stop()
    }

    @Test func `a view controller is loaded once, changes its buttons, and closes or opens`() async throws {
        let test = try await makePhone(.contentExtension { ChoosingController() })
        let chat = #"{"aps":{"alert":"Hi","category":"chat"}}"#
        try await test.push(chat, collapseID: "c1", until: .shown)
        try await test.push(chat, collapseID: "c2", until: .shown)
        try await test.device.expand("c1", in: bundleID)
        try await test.device.expand("c2", in: bundleID)
        #expect(test.timeline.all("app.loaded").count == 1)
        #expect(test.timeline.all("app.had").map { $0["actions"] } == ["stay,close,forward", "stay,close,forward"])
        // One is open at a time, and it alone has other buttons.
        let list = test.phone.screen.notifications
        #expect(list.map(\.isExpanded) == [true, false])
        #expect(list.map(\.actions) == [["later", "open", "shut"], ["stay", "close", "forward"]])
        await #expect(throws: DeviceError.self) { try await test.phone.act("stay", on: "c2") }
        try await test.phone.act("shut", on: "c2")
        #expect(try await test.timeline.first(.collapsed).notification == "c2")
        #expect(test.phone.screen.notifications.first?.actions == ["stay", "close", "forward"])
        try await test.device.expand("c2", in: bundleID)
        try await test.phone.act("open", on: "c2")
        let response = try await test.timeline.first("app.didReceive")
        #expect(response["action"] == "com.apple.UNNotificationDefaultActionIdentifier")
        #expect(response["id"] == "c2")
        await test.phone.stop()
    }
}

/// A content extension as most are written: a view controller.
private final class ChoosingController: UIViewController, UNNotificationContentExtension {
    override func viewDidLoad() {
        super.viewDidLoad()
        SimulatedProcess.current.log("loaded")
    }

    func didReceive(_ notification: UNNotification) {
        let actions = extensionContext?.notificationActions ?? []
        SimulatedProcess.current.log("had", ["actions": actions.map(\.identifier).joined(separator: ",")])
        extensionContext?.notificationActions = ["later", "open", "shut"].map {
            UNNotificationAction(identifier: $0, title: $0)
        }
    }

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        switch response.actionIdentifier {
        case "open": extensionContext?.performNotificationDefaultAction()
        case "shut": extensionContext?.dismissNotificationContentExtension()
        default: break
        }
        completion(.doNotDismiss)
    }
}

@MainActor
private final class DrawingExtension: NSObject, UNNotificationContentExtension {
    nonisolated override init() {}

    func didReceive(_ notification: UNNotification) {
        SimulatedProcess.current.log("drawn", ["body": notification.request.content.body])
    }

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        switch response.actionIdentifier {
        case "stay": completion(.doNotDismiss)
        case "close": completion(.dismiss)
        default: completion(.dismissAndForwardAction)
        }
    }
}
