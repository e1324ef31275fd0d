import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

/// A program may send any number, also one that no framework of Apple's has: the phone goes on.
@Suite(.timeLimit(.minutes(1)))
struct OddNumberTests {
    @Test(.rows("F61"), arguments: [Int.min, -1, 0, 3, 6, .max])
    func `a call ends, whatever number its app gives as the reason`(number: Int) async throws {
        let test = try await makeCallPhone()
        let id = UUID()
        try await test.pushCall(id, until: .callPushReported)
        try await test.inApp {
            _ = SimulatedProcess.current.callNow(.callKit(.reportEnded(id, at: nil, reason: number)))
        }
        #expect(try await test.timeline.first(.callEnded)["reason"] == (number == 3 ? "unanswered" : "\(number)"))
        #expect(test.device.calls.isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("F54"), arguments: [1e20, 1e30, .greatestFiniteMagnitude, .infinity])
    func `a notification may be due in as long a time as there is`(seconds: Double) async throws {
        let test = try await makePhone(delegate: { ScriptedDelegate() })
        try await test.phone.launch()
        try await test.add("never") { UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false) }
        let pending = try await test.inApp {
            await UNUserNotificationCenter.current().pendingNotificationRequests().map(\.identifier)
        }
        #expect(pending == ["never"])
        await test.advance(by: .seconds(86_400))
        #expect(test.timeline.all(.shown).isEmpty)
        await test.phone.stop()
    }

    @Test func `a notification is shown, whatever number stands for its urgency`() async throws {
        let test = try await makePhone(delegate: { ScriptedDelegate() })
        try await test.phone.launch()
        try await test.phone.background()
        var content = WireContent()
        (content.body, content.interruptionLevel) = ("Hello", .max)
        let request = WireRequest(identifier: "odd", content: content, trigger: nil)
        try await test.inApp { _ = await SimulatedProcess.current.call(.add(request)) }
        #expect(try await test.timeline.first(.shown).notification == "odd")
        await test.phone.stop()
    }
}
