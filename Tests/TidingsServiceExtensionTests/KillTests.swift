import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing

@Suite("App and extension that are killed between two steps", .serialized, .timeLimit(.minutes(3)))
struct KillTests {
    /// More steps than there are; a run that survives ends the test earlier.
    private static let stepLimit = 40

    @Test(
        "An extension killed at any step of the journal loses no receipt and reports none twice",
        .rows("CS-N1", "CS-N11", "CS-R1", "B78"))
    func extensionKilled() async throws {
        let client = try await KilledClient(paths: "/journal/|/claims/|connect")
        var deaths = 0
        for step in 1...Self.stepLimit {
            try client.killSwitch.arm(step: step)
            let before = client.phone.timeline.all(.extensionFailed).count
            try await client.push("msg_\(step)")
            guard client.phone.timeline.all(.extensionFailed).count > before else { break }
            deaths += 1
        }
        // Claim, journal, claim, connection and acknowledgement are files and calls of their own.
        #expect(deaths >= 8 && deaths < Self.stepLimit, "\(deaths) deaths")
        client.killSwitch.disarm()
        // What the server has no answer about it sends again. The first one meets the process that has survived and may have
        // a last step left.
        for step in (1...(deaths + 1)).reversed() { try await client.push("msg_\(step)") }
        try await client.phone.launch()
        _ = try await client.phone.command("history")
        for step in 1...(deaths + 1) {
            #expect(client.server.receipts(of: "msg_\(step)").filter { $0 == "delivered" }.count == 1, "step \(step)")
            #expect(client.eventIDs("$notification.delivered", of: "msg_\(step)").count == 1, "step \(step)")
        }
        await client.stop()
    }

    @Test(
        "The app's main thread waits for no disk and no network, from its launch to a tap and a logout", .rows("CS-T2"))
    func mainThread() async throws {
        let client = try await KilledClient(
            paths: "/journal/|/claims/|session|taps|history|local|usage|profile|connect")
        try await client.push("msg_1")
        try await client.phone.tap("msg_1")
        _ = try await client.phone.command("history")
        try await client.push("msg_2")
        client.courier.send(
            try TestPush.clear(id: "msg_3", to: "ada", form: .silent, MessageContent(title: "Quiet", body: "Text")),
            to: bundleID, pushType: "background", collapseID: "msg_3")
        _ = try await client.phone.timeline.first(.wakeAnswered)
        for command in ["track word", "conversation chat_1", "identify bob", "logout", "history"] {
            _ = try await client.phone.command(command)
        }
        try await client.phone.background()
        let steps = client.killSwitch.steps
        #expect(steps.filter { $0.hasPrefix("other") }.count > 50, "\(steps)")
        #expect(steps.contains { $0 == "other connect" })
        #expect(steps.filter { $0.hasPrefix("main") } == [])
        await client.stop()
    }

    @Test(
        "An app killed at any step of a tap reports the opening once, and hands the tap over at most once",
        .rows("CS-L7", "CS-N1", "CS-R1", "P12"))
    func appKilled() async throws {
        let client = try await KilledClient(paths: "taps.json|/journal/")
        var deaths = 0
        for step in 1...Self.stepLimit {
            let id = "msg_\(step)"
            try await client.push(id)
            try client.killSwitch.arm(step: step)
            let mark = client.phone.timeline.mark
            try? await client.phone.tap(id)
            _ = try await client.phone.timeline.first(after: mark) { entry in
                entry.kind == .ended || entry["name"] == "didReceive" && entry["result"] == "done"
            }
            // Everything that a tap leads to is over when this is answered, or there is nobody left to answer.
            guard (try? await client.phone.command("history")) == nil else { break }
            _ = try await client.phone.timeline.first(after: mark) { $0.kind == .state && $0["state"] == "notRunning" }
            deaths += 1
            try await client.phone.launch()
            _ = try await client.phone.command("history")
            let opened = client.server.receipts(of: id).filter { $0 == "opened" }.count
            let handed = client.phone.timeline.all(.init(rawValue: "app.opened")).filter { $0["id"] == id }.count
            // Before the first step nothing was written: the app died before it could know of the tap.
            #expect(opened == (step == 1 ? 0 : 1), "step \(step)")
            #expect(client.eventIDs("$notification.opened", of: id).count == opened, "step \(step)")
            #expect(handed <= 1, "step \(step)")
            if (2...4).contains(step) { #expect(handed == 1, "step \(step)") }
            try await client.phone.kill()
        }
        #expect(deaths >= 4 && deaths < Self.stepLimit, "\(deaths) deaths")
        await client.stop()
    }
}
