import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCore

@Suite("A push that stands in for a plan", .timeLimit(.minutes(1))) struct StandInTests {
    /// What the phone knows of the plan.
    enum Knowledge: CaseIterable {
        case nothing, scheduled, shown, withoutPlace
    }

    @Test("The extension lets it sound where nobody else shows the plan", .rows("B77"), arguments: Knowledge.allCases)
    func sound(knowledge: Knowledge) async throws {
        let phone = try await ExtensionPhone()
        let container = try phone.parts.container
        var content = MessageContent(title: "Gym", body: "Leg day")
        content.sound = "default"
        if knowledge == .shown {
            _ = ClaimLedger(folder: container.claims).claim(.presentation, message: "msg_1", note: "presented")
        } else if knowledge != .nothing {
            var schedule = LocalSchedule()
            let plan = LocalPlan(id: "a", at: "2026-01-01T09:00")
            _ = schedule.add(
                LocalEntry(
                    plan, order: LocalOrder(version: nil, message: "msg_1"), subscriber: "ada", payload: [:]),
                now: phone.time.now, zone: .gmt)
            if knowledge == .scheduled { _ = schedule.noteScheduled("a", as: DateComponents()) }
            try JSONEncoder().encode(schedule).write(to: container.local)
        }
        let shown = try await phone.push(
            TestPush.clear(id: "msg_2", to: "ada", insteadOf: "msg_1", content), id: "msg_2")
        let isQuiet = knowledge == .scheduled || knowledge == .shown
        #expect(shown["title"] == "Gym" && (shown["sound"] == "true") == !isQuiet)
        await phone.phone.stop()
    }
}
