import Foundation
import SimulatedDevice
import Testing

@testable import KiteChat
@testable import KiteChatContent
@testable import KiteChatService

/// The app and its extensions inside the test, on a phone of the test's own.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct KiteChatTests {
    private let courier = DirectCourier()
    private let conversations = Conversations()
    private let content = NotificationContent()
    private static let message = """
        {"aps": {"alert": "Kites at six?", "mutable-content": 1, "category": "message"},
         "sender": "Ada", "conversation": "c7"}
        """

    private func makePhone(_ configuration: DeviceConfiguration = DeviceConfiguration()) async throws -> Phone {
        let conversations = conversations
        let program = Program.app {
            let delegate = AppDelegate()
            delegate.conversations = conversations
            return delegate
        }
        var app = AppDefinition(
            bundleID: "com.example.kitechat", program: program,
            serviceExtension: .serviceExtension { NotificationService() },
            capabilities: [.push, .remoteNotificationMode, .communication])
        app.activityTypes = ["INSendMessageIntent"]
        let content = content
        app.contentExtension = .contentExtension { content }
        app.contentExtensionCategories = ["message"]
        let phone = try Phone(app: app, courier: courier, configuration: configuration)
        try await phone.launch()
        _ = try await phone.timeline.first(.registered)
        _ = try await phone.timeline.first(.permissionDecided)
        try await phone.background()
        return phone
    }

    private func send(_ payload: String, type: String = "alert") {
        courier.send(payload, to: "com.example.kitechat", pushType: type)
    }

    @Test func `a tap opens the conversation, also in an app that does not run`() async throws {
        let phone = try await makePhone()
        try await phone.kill()
        send(Self.message)
        _ = try await phone.timeline.first(.shown)
        try await phone.tap()
        #expect(conversations.opened == ["c7"])
        #expect(phone.phase == .active)
        await phone.stop()
    }

    @Test func `a reply is sent in the background`() async throws {
        let phone = try await makePhone()
        send(Self.message)
        _ = try await phone.timeline.first(.shown)
        try await phone.reply("See you there")
        #expect(conversations.replies.map(\.text) == ["See you there"])
        #expect(conversations.opened.isEmpty)
        #expect(phone.phase == .background)
        await phone.stop()
    }

    @Test func `a notification that is opened up shows the message and the reply, which the app sends`() async throws {
        let phone = try await makePhone()
        send(Self.message)
        _ = try await phone.timeline.first(.shown)
        try await phone.device.expand(in: phone.bundleID)
        #expect(content.lines == ["Ada: Kites at six?"])
        try await phone.reply("See you there")
        #expect(content.lines.last == "You: See you there")
        #expect(conversations.replies.map(\.text) == ["See you there"])
        await phone.stop()
    }

    @Test func `a message of somebody who may interrupt gets through a Focus`() async throws {
        let phone = try await makePhone()
        phone.device.setFocus(Focus(allowedSenders: ["Ada"]))
        send(Self.message)
        let shown = try await phone.timeline.first(.shown)
        #expect(shown["sender"] == "Ada")
        #expect(shown["banner"] == "true")
        await phone.stop()
    }

    @Test func `of too many silent pushes the newest is handed over when the app is opened`() async throws {
        var configuration = DeviceConfiguration()
        configuration.silentPushBudget = SilentPushBudget(wakesPerHour: 1)
        let phone = try await makePhone(configuration)
        send(#"{"aps": {"content-available": 1}}"#, type: "background")
        _ = try await phone.timeline.first(.wakeAnswered)
        send(#"{"aps": {"content-available": 1}}"#, type: "background")
        _ = try await phone.timeline.first(.wakeHeld)
        #expect(conversations.refreshes == 1)
        let mark = phone.timeline.mark
        try await phone.launch()
        _ = try await phone.timeline.first(.wakeAnswered, after: mark)
        #expect(conversations.refreshes == 2)
        await phone.stop()
    }
}
