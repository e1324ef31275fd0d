import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing

@Suite("The permission primer", .timeLimit(.minutes(1))) struct PermissionPrimerTests {
    private let question = "Allow notifications to hear of news at once. | Turn on notifications | Not now | screen"

    private func texts(_ wanted: String, _ phone: SDKPhone, after mark: Int = 0) async throws {
        _ = try await phone.timeline.first(after: mark) { $0.kind == "app.texts" && $0["texts"] == wanted }
    }

    @Test("It lets the system ask, and goes when the person has said yes", .rows("U2"))
    func allowed() async throws {
        let phone = try TestInterface.phone("primer")
        try await phone.phone.launch()
        try await texts(question, phone)
        #expect(phone.timeline.all(.permissionPrompted).isEmpty)
        try await phone.phone.press("Turn on notifications")
        try await texts("screen", phone, after: phone.timeline.mark - 1)
        #expect(phone.timeline.all(.permissionPrompted).count == 1)
        try await phone.server.wait { $0.devices.contains { $0.registration["token"] != nil } }
        await phone.phone.stop()
    }

    @Test("After a refusal it leads to Settings, and goes when the person has changed their mind there", .rows("U2"))
    func denied() async throws {
        let phone = try TestInterface.phone("primer", permission: .deny)
        try await phone.phone.launch()
        try await texts(question, phone)
        try await phone.phone.press("Turn on notifications")
        try await texts(
            "Notifications are off. You can allow them in Settings. | Open Settings | Not now | screen", phone)
        try await phone.phone.press("Open Settings")
        #expect(try await phone.timeline.first(.urlOpened)["url"] == "app-settings:notifications")
        phone.phone.device.changeSettings(allow: true, for: bundleID)
        let mark = phone.timeline.mark
        try await phone.phone.background()
        try await phone.phone.launch()
        try await texts("screen", phone, after: mark)
        await phone.phone.stop()
    }

    @Test(
        "During quiet delivery it asks for the full one; put off, or where pushes are not wanted, it shows nothing",
        .rows("CS-Q2", "U2"))
    func quiet() async throws {
        let phone = try TestInterface.phone("primer")
        try await phone.phone.launch()
        try await phone.phone.command("register provisional")
        try await texts(question, phone)
        #expect(phone.timeline.all(.permissionPrompted).isEmpty)
        var mark = phone.timeline.mark
        try await phone.phone.command("unregister")
        try await texts("screen", phone, after: mark)
        mark = phone.timeline.mark
        try await phone.phone.command("register provisional")
        try await texts(question, phone, after: mark)
        mark = phone.timeline.mark
        try await phone.phone.press("Not now")
        try await texts("screen", phone, after: mark)
        await phone.phone.stop()
    }
}
