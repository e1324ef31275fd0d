import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing
import UserNotificationsUI

@Suite(.timeLimit(.minutes(1)))
struct ContentExtensionTests {
    private func makePhone() async throws -> TestPhone {
        let test = try await SimulatedDeviceTests.makePhone(delegate: { ScriptedDelegate() }) { app in
            app.contentExtension = .contentExtension { DrawingExtension() }
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
