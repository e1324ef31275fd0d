import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsCore

/// What the server hears of the plans that a phone has, and has no more.
@Suite("Acknowledged plans", .timeLimit(.minutes(1))) struct LocalAcknowledgementTests {
    private func plan(_ id: String, minute: Int = 0, cancelOn: [String]? = nil) -> MessageContent {
        var content = MessageContent(title: "Gym", body: "Leg day")
        let due = Date(timeIntervalSince1970: 1_767_225_600 + 3_600 + Double(minute) * 60)
        content.local = LocalPlan(id: id, at: due.ISO8601Format(), cancelOn: cancelOn)
        return content
    }

    private func wake(_ phone: SDKPhone, _ message: String, _ content: MessageContent) async throws {
        let payload = try TestPush.clear(id: message, to: "ada", form: .silent, content)
        _ = try await phone.push(payload, id: message, type: "background", until: .wakeAnswered)
    }

    /// What was told, in order: `a+1` for the first word about plan a, that the system has it.
    private func told(_ phone: SDKPhone) -> [String] {
        phone.server.events.filter { $0.name.hasPrefix("$local.") }.map {
            let reason = $0.data["reason"]?.string.map { " " + $0 } ?? ""
            let sign = $0.name == "$local.scheduled" ? "+" : "-"
            return "\($0.data["localId"]?.string ?? "")\(sign)\($0.data["change"]?.int ?? 0)\(reason)"
        }
    }

    @Test("A plan that leaves the system's window is taken back, and acknowledged anew when it is back", .rows("B77"))
    func window() async throws {
        let phone = try await SDKPhone().registered()
        try await wake(phone, "msg_a", plan("a"))
        try await wake(phone, "msg_b", plan("b", minute: 1))
        // The server hears of it later and once, also when the app is killed in between; the numbers are the order.
        phone.server.isOffline = true
        try await phone.phone.command("own 63")
        try await phone.phone.background()
        #expect(try await phone.phone.command("planned") == "a+ b-")
        try await phone.phone.kill()
        try await phone.phone.launch()
        try await phone.phone.command("own 0")
        phone.server.isOffline = false
        try await phone.phone.command("history")
        try await phone.settle()
        #expect(Set(told(phone)) == ["a+1", "b+1", "b-2 no_place", "b+3"] && told(phone).count == 4)
        await phone.phone.stop()
    }

    @Test("What makes a plan void is told with its reason, once", .rows("B77"))
    func ends() async throws {
        let phone = try await SDKPhone().registered()
        for id in ["app", "event", "message", "newer"] {
            try await wake(phone, "msg_" + id, plan(id, cancelOn: ["paid"]))
        }
        try await phone.phone.command("cancelplan app")
        var cancellation = MessageContent()
        cancellation.cancelLocal = LocalCancellation(id: "message")
        try await wake(phone, "msg_x", cancellation)
        try await wake(phone, "msg_y", plan("newer"))
        try await phone.phone.command("track paid")
        phone.options.set { $0.presents = false }
        try await wake(phone, "msg_z", plan("refused"))
        try await phone.settle()
        #expect(
            told(phone).filter { $0.contains("-") }.sorted() == [
                "app-2 canceled", "event-2 canceled", "message-2 canceled", "newer-2 replaced", "refused-1 refused",
            ])
        await phone.phone.stop()
    }

    @Test(
        "Who logs out, or is followed by somebody else, takes their plans back in their own name", .rows("B77"),
        arguments: ["logout", "identify bob"])
    func leaving(command: String) async throws {
        let phone = try await SDKPhone().registered()
        try await wake(phone, "msg_a", plan("a"))
        try await phone.phone.command(command)
        try await phone.settle()
        #expect(told(phone) == ["a+1", "a-2 signed_out"])
        #expect(phone.server.events("$local.unscheduled").map(\.subscriber) == ["ada"])
        #expect(try await phone.phone.command("planned") == "")
        await phone.phone.stop()
    }

    @Test(
        "The push that stands in for a plan is silent on a phone that shows the plan by itself", .rows("B77"),
        arguments: [true, false])
    func standIn(hasPlan: Bool) async throws {
        let phone = try await SDKPhone().registered()
        if hasPlan { try await wake(phone, "msg_a", plan("a")) }
        let push = try TestPush.clear(
            id: "msg_b", to: "ada", insteadOf: "msg_a", MessageContent(title: "Gym", body: "Leg day"))
        let shown = try await phone.push(push, id: "tidings.local.a")
        #expect(shown["banner"] == String(!hasPlan))
        await phone.phone.stop()
    }
}
