import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SilentPushBudgetTests {
    private func silent(_ number: Int, more: String = "") -> String {
        #"{"aps":{"content-available":1},"number":\#(number)\#(more)}"#
    }

    private func makePhone(_ change: (inout DeviceConfiguration) -> Void = { _ in }) async throws -> TestPhone {
        var configuration = DeviceConfiguration()
        configuration.silentPushBudget = SilentPushBudget(wakesPerHour: 3)
        change(&configuration)
        return try await SimulatedDeviceTests.makePhone(
            delegate: { ScriptedDelegate() }, configuration: configuration)
    }

    private func fetched(_ test: TestPhone) -> [String?] { test.timeline.all("app.fetch").map { $0["number"] } }

    /// Three pushes that wake, then two that have to wait.
    private func exhaust(_ test: TestPhone) async throws {
        for number in 1...3 { try await test.push(silent(number), type: "background", until: .wakeAnswered) }
        for number in 4...5 {
            try await test.push(silent(number), type: "background", until: .wakeHeld, .wakeAnswered)
        }
    }

    @Test(.rows("F20")) func `beyond the budget silent pushes wait, and only the newest is kept`() async throws {
        let test = try await makePhone()
        try await exhaust(test)
        #expect(fetched(test) == ["1", "2", "3"])
        #expect(test.timeline.all(.wakeHeld).count == 2)
        #expect(test.timeline.all(.wakeDiscarded).map { $0["reason"] } == ["newer"])
        // A third of an hour later there is room for one.
        try await test.phone.kill()
        await test.advance(by: .seconds(20 * 60))
        #expect(try await test.timeline.first(.wakeReleased)["reason"] == "budget")
        _ = try await test.timeline.first { $0.kind == "app.fetch" && $0["number"] == "5" }
        #expect(fetched(test) == ["1", "2", "3", "5"])
        await test.phone.stop()
    }

    @Test(.rows("F20")) func `opening the app delivers what waits`() async throws {
        let test = try await makePhone()
        try await exhaust(test)
        try await test.phone.launch()
        #expect(try await test.timeline.first(.wakeReleased)["reason"] == "opened")
        _ = try await test.timeline.first { $0.kind == "app.fetch" && $0["number"] == "5" }
        // In front of the person nothing has to wait.
        test.courier.send(silent(6), to: bundleID, pushType: "background")
        _ = try await test.timeline.first { $0.kind == "app.fetch" && $0["number"] == "6" }
        await test.phone.stop()
    }

    @Test(.rows("F20")) func `a force-quit discards what waits`() async throws {
        let test = try await makePhone()
        try await exhaust(test)
        try await test.phone.forceQuit()
        #expect(test.timeline.all(.wakeDiscarded).map { $0["reason"] } == ["newer", "force_quit"])
        try await test.phone.launch()
        #expect(test.timeline.all(.wakeReleased).isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("F20")) func `a push with something to show does not wait`() async throws {
        let test = try await makePhone()
        try await exhaust(test)
        try await test.push(
            #"{"aps":{"alert":"Hi","content-available":1},"number":6}"#, until: .wakeAnswered, .wakeHeld)
        #expect(fetched(test).last == "6")
        await test.phone.stop()
    }

    @Test(.rows("F22")) func `an unanswered wake costs more than an answered one`() async throws {
        let test = try await makePhone()
        test.courier.send(silent(1, more: #","never":1"#), to: bundleID, pushType: "background")
        _ = try await test.timeline.first("app.fetch")
        await test.advance(by: .seconds(30))
        #expect(try await test.timeline.first(.wakeAnswered)["result"] == "timed_out")
        try await test.push(silent(2), type: "background", until: .wakeAnswered, .wakeHeld)
        let third = try await test.push(silent(3), type: "background", until: .wakeAnswered, .wakeHeld)
        #expect(third.kind == .wakeHeld)
        await test.phone.stop()
    }

    @Test(.rows("F17", "F20")) func `a debugger hides the budget`() async throws {
        let test = try await makePhone { $0.hasDebugger = true }
        for number in 1...6 {
            let entry = try await test.push(silent(number), type: "background", until: .wakeAnswered, .wakeHeld)
            #expect(entry.kind == .wakeAnswered)
        }
        await test.phone.stop()
    }

    @Test(.rows("F21")) func `low power and background refresh keep an app asleep, and it can tell`() async throws {
        let test = try await makePhone()
        try await test.phone.launch()
        func status() async throws -> UIBackgroundRefreshStatus {
            try await test.inApp { await MainActor.run { UIApplication.shared.backgroundRefreshStatus } }
        }
        #expect(try await status() == .available)
        test.device.setLowPowerMode(true)
        #expect(try await status() == .denied)
        let told = try await test.timeline.first {
            $0.kind == .callbackDone && $0["name"] == "backgroundRefreshStatusDidChange"
        }
        #expect(told["result"] == "done")
        try await test.phone.background()
        let refused = try await test.push(silent(1), type: "background", until: .wakeAnswered, .wakeRefused)
        #expect(refused["reason"] == "low_power")
        test.device.setLowPowerMode(false)
        let woken = try await test.push(silent(2), type: "background", until: .wakeAnswered, .wakeRefused)
        #expect(woken.kind == .wakeAnswered)
        await test.phone.stop()
    }
}
