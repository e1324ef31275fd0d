import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings

@Suite("A live session in the app", .timeLimit(.minutes(1))) struct LiveSessionTests {
    /// A phone whose app watches the live session.
    private func phone() async throws -> SDKPhone {
        let phone = try await SDKPhone { $0.set { $0.user = nil } }.registered()
        try await phone.phone.command("chat listen")
        return phone
    }

    private func connected(as subscriber: String, _ phone: SDKPhone) async throws {
        let mark = phone.timeline.mark
        try await phone.phone.command("chat start \(subscriber)")
        _ = try await phone.timeline.first(after: mark) { $0.kind == "app.state" && $0["connection"] == "connected" }
    }

    @Test("The token is asked for, the person is proved, and messages arrive as they are sent", .rows("K28", "K31"))
    func messages() async throws {
        let phone = try await phone()
        try await connected(as: "ada", phone)
        #expect(phone.notes("token").map { $0["for"] } == ["ada"])
        #expect(phone.server.devices.map(\.subscriber) == ["ada"])
        #expect(phone.server.calls.last { $0.method == "PUT" }?.identityHash == "proof")
        try await phone.server.wait { server in server.calls.contains { $0.query["wait"] == "20" } }
        phone.server.addMessage(["id": "msg_1", "createdAt": "2026-01-01T00:00:00Z", "title": "Hello"], for: "ada")
        await phone.time.waitForSleepers(waking: .seconds(1))
        await phone.time.advance(by: .seconds(1))
        #expect(try await phone.note("chat")["message"] == "msg_1")
        let states = phone.notes("state").compactMap { $0["connection"] }
        #expect(states == ["none", "connecting", "connected"])
        await phone.phone.stop()
    }

    @Test("Another start ends the session and begins anew; a stop ends it", .rows("K29", "K31"))
    func restart() async throws {
        let phone = try await phone()
        try await connected(as: "ada", phone)
        phone.options.set { $0.token = "other" }
        try await connected(as: "bob", phone)
        #expect(phone.notes("token").map { $0["for"] } == ["ada", "bob"])
        #expect(phone.server.devices.map(\.subscriber) == ["bob"])
        try await phone.phone.command("chat stop")
        #expect(try await phone.phone.command("chat state") == "ended")
        #expect(try await phone.phone.command("chat save late") == "false")
        #expect(try await phone.phone.command("chat open app://conversation/1") == "false")
        await phone.phone.stop()
    }

    @Test("Without a token the session fails, and one that is saved later mends it", .rows("K28", "K29"))
    func noToken() async throws {
        let phone = try await phone()
        phone.options.set { $0.token = nil }
        let mark = phone.timeline.mark
        try await phone.phone.command("chat start ada")
        _ = try await phone.timeline.first(after: mark) { $0.kind == "app.state" && $0["connection"] == "failed" }
        #expect(try await phone.phone.command("chat save proof") == "true")
        _ = try await phone.timeline.first(after: mark) { $0.kind == "app.state" && $0["connection"] == "connected" }
        #expect(phone.server.calls.last { $0.method == "PUT" }?.identityHash == "proof")
        await phone.phone.stop()
    }

    @Test("A link waits for the connection, and is followed at once when it is there", .rows("K30"))
    func links() async throws {
        let phone = try await phone()
        #expect(try await phone.phone.command("chat open app://conversation/1") == "false")
        try await connected(as: "ada", phone)
        #expect(try await phone.phone.command("chat open app://conversation/2") == "true")
        #expect(try await phone.note("chat")["show"] == "2")
        // The pause of the session that ends must be over, or it is taken for that of the next.
        await phone.time.waitForSleepers(waking: .seconds(1))
        try await phone.phone.command("chat stop")
        await phone.time.advance(by: .seconds(1))
        phone.server.isOffline = true
        let start = phone.timeline.mark
        try await phone.phone.command("chat start ada")
        #expect(try await phone.phone.command("chat open app://conversation/3") == "true")
        #expect(try await phone.phone.command("chat open app://elsewhere/3") == "false")
        _ = try await phone.timeline.first(after: start) {
            $0.kind == "app.state" && $0["connection"] == "disconnected"
        }
        let mark = phone.timeline.mark
        phone.server.isOffline = false
        await phone.time.waitForSleepers(waking: .seconds(1))
        await phone.time.advance(by: .seconds(1))
        #expect(try await phone.note("chat", after: mark)["show"] == "3")
        #expect(phone.notes("chat").count == 2)
        await phone.phone.stop()
    }
}
