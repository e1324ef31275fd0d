import ClientTestSupport
import Foundation
import SimulatedDevice
import TestSupport
import Testing

@Suite("Sequences and publishers of what the SDK knows", .timeLimit(.minutes(1))) struct PublisherTests {
    private func values(_ phone: SDKPhone, of name: String) -> [String] {
        phone.notes("published").filter { $0["of"] == name }.compactMap { $0["value"] }
    }

    private func value(_ value: String, of name: String, _ phone: SDKPhone, after mark: Int = 0) async throws {
        let entry = try await phone.timeline.first(after: mark) {
            $0.kind == "app.published" && $0["of"] == name && $0["value"] == value
        }
        #expect(entry["main"] == "true")
    }

    @Test("The permission: its newest value and each change, as a sequence and as a publisher", .rows("B62", "K31"))
    func permission() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.command("follow")
        try await value("authorized", of: "permission", phone)
        phone.phone.device.changeSettings(allow: false, for: bundleID)
        try await phone.phone.background()
        try await phone.phone.launch()
        try await value("denied", of: "permission", phone)
        #expect(values(phone, of: "permission") == ["authorized", "denied"])
        _ = try await phone.timeline.first { $0.kind == "app.sequence" && $0["value"] == "denied" }
        await phone.phone.stop()
    }

    @Test("The registration: who, whether there is a token, and whether the server has it", .rows("K31", "B64"))
    func registration() async throws {
        let phone = try SDKPhone { options in
            options.set { values in
                values.user = nil
                values.registersAtLaunch = false
                values.configures = false
            }
        }
        try await phone.phone.launch()
        // Before anything is known it says nothing.
        try await phone.phone.command("follow")
        #expect(values(phone, of: "registration").isEmpty)
        try await phone.phone.command("configure")
        try await value("anonymous registered dev_1", of: "registration", phone)
        try await phone.phone.command("register")
        try await value("anonymous token registered dev_1", of: "registration", phone)
        #expect(values(phone, of: "registration").contains("anonymous token dev_1"))
        try await phone.phone.command("identify ada")
        try await value("ada token registered dev_1", of: "registration", phone)
        #expect(values(phone, of: "registration").first == "anonymous")
        await phone.phone.stop()
    }

    @Test(
        "Conversation, live session and what happens to notifications, until nobody keeps the subscription",
        .rows("K31", "N44"))
    func rest() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.command("follow")
        try await value("none", of: "conversation", phone)
        try await phone.phone.command("conversation c1")
        try await value("c1", of: "conversation", phone)
        try await phone.phone.command("chat start ada")
        try await value("connected", of: "session", phone)
        #expect(values(phone, of: "session") == ["none", "connecting", "connected"])
        try await phone.phone.command("conversation c2")
        try await phone.push(#"{"aps":{"alert":"Hello"}}"#)
        try await value("presented", of: "event", phone)
        try await phone.phone.command("unfollow")
        try await phone.phone.command("conversation c3")
        try await phone.settle()
        #expect(!values(phone, of: "conversation").contains("c3"))
        await phone.phone.stop()
    }
}
