import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings

@Suite("Clearing and the badge", .timeLimit(.minutes(1))) struct ClearingTests {
    /// A phone with two groups of ours and somebody else's notification, the app in the background.
    private func phone(_ change: @escaping (inout TestOptions.Values) -> Void = { _ in }) async throws -> SDKPhone {
        let phone = try await SDKPhone { $0.set(change) }.registered()
        try await phone.phone.background()
        for (id, thread, badge) in [("msg_1", "a", 1), ("msg_2", "b", 2), ("msg_3", "a", 3)] {
            var content = MessageContent(title: "Title", body: "Text")
            content.threadID = thread
            content.badge = badge
            try await phone.push(TestPush.clear(id: id, to: "ada", content), id: id, until: .badgeChanged)
        }
        try await phone.push(#"{"aps":{"alert":"Foreign"}}"#, id: "foreign")
        return phone
    }

    private func shown(_ phone: SDKPhone) -> Set<String> { Set(phone.phone.screen.notifications.map(\.identifier)) }

    @Test("Opening the app and a tap clear nothing and leave the badge", .rows("B69", "P3", "CS-B1"))
    func untouched() async throws {
        let phone = try await phone()
        #expect(phone.phone.screen.badge == 3)
        try await phone.phone.launch()
        try await phone.settle()
        #expect(shown(phone) == ["msg_1", "msg_2", "msg_3", "foreign"] && phone.phone.screen.badge == 3)
        try await phone.phone.background()
        try await phone.phone.tap("msg_1")
        try await phone.phone.dismiss("msg_2")
        try await phone.settle()
        // The system takes what was tapped or swiped away; nobody else took anything.
        #expect(shown(phone) == ["msg_3", "foreign"] && phone.phone.screen.badge == 3)
        await phone.phone.stop()
    }

    @Test(
        "What the app asks for is cleared, of ours only", .rows("B69"),
        arguments: [
            ("clear", ["foreign"]), ("clear thread a", ["msg_2", "foreign"]),
            ("clear thread x", ["msg_1", "msg_2", "msg_3", "foreign"]),
            ("clear message msg_3", ["msg_1", "msg_2", "foreign"]),
        ] as [(String, Set<String>)])
    func cleared(command: String, left: Set<String>) async throws {
        let phone = try await phone()
        try await phone.phone.launch()
        #expect(try await phone.phone.command("active").split(separator: " ").count == 3)
        try await phone.phone.command(command)
        try await phone.settle()
        #expect(shown(phone) == left)
        #expect(phone.phone.screen.badge == 3)
        await phone.phone.stop()
    }

    @Test(
        "The last message with a badge owns it; the app may clear it, and the next message sets it again",
        .rows("B69", "CS-B1"))
    func badge() async throws {
        let phone = try await phone()
        try await phone.phone.launch()
        try await phone.phone.command("clear badge")
        #expect(phone.phone.screen.badge == 0)
        try await phone.phone.background()
        try await phone.push(
            TestPush.clear(id: "msg_4", to: "ada", MessageContent(title: "No", body: "badge")), id: "msg_4")
        #expect(phone.phone.screen.badge == 0)
        var content = MessageContent(title: "With", body: "badge")
        content.badge = 1
        try await phone.push(TestPush.clear(id: "msg_5", to: "ada", content), id: "msg_5", until: .badgeChanged)
        #expect(phone.phone.screen.badge == 1)
        await phone.phone.stop()
    }

    @Test("Where it is configured, a tap clears its group and the badge counts what is left", .rows("B69"))
    func tappedThread() async throws {
        let phone = try await phone { $0.clearing = .tappedThread }
        try await phone.phone.tap("msg_1")
        try await phone.settle()
        #expect(shown(phone) == ["msg_2", "foreign"] && phone.phone.screen.badge == 1)
        await phone.phone.stop()
    }
}
