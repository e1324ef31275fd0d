import PushModel
import TestSupport
import Testing
import Timekeeping

@testable import APNsSimulator

/// Two or three background pushes an hour, as Apple's pages have it.
@Suite(.timeLimit(.minutes(1)))
struct BackgroundBudgetTests {
    private static func send(_ trial: Trial, id: String? = nil) -> Device.Fate? {
        trial.send {
            $0.apnsID = id
            $0.pushType = "background"
            $0.priority = "5"
            $0.body = Array(#"{"aps":{"content-available":1}}"#.utf8)
        }.fate
    }

    private static func arrived(_ trial: Trial) -> [APNsSimulator.Push] {
        trial.device.fetch(after: 0, limit: 100).pushes
    }

    private static func id(_ number: Int) -> String { "00000000-0000-4000-8000-00000000000\(number)" }

    private static func metrics(_ trial: Trial) -> [String: Int] {
        let all = trial.core.devices.counters.flatMap { $0.counters.all.map { ($0.cause.words.cause, $0.count) } }
        return Dictionary(uniqueKeysWithValues: all)
    }

    @Test(.rows("A3.13")) func `the fourth within an hour is accepted and held, the newest of them`() async throws {
        let trial = try Trial()
        for _ in 0..<3 { #expect(Self.send(trial) == .delivered) }
        for number in 4...6 { #expect(Self.send(trial, id: Self.id(number)) == .held) }
        #expect(Self.arrived(trial).count == 3)
        #expect(trial.device.waiting.map(\.id) == [Self.id(6)])
        #expect(trial.device.waiting.map(\.reason) == [.backgroundBudget])
        #expect(
            Self.metrics(trial) == [
                "Delivered – Immediately": 3, "Held – Background Budget": 3, "Discarded – Replaced": 2,
            ])
        await trial.time.advance(by: .seconds(3599))
        #expect(Self.arrived(trial).count == 3)
        await trial.time.advance(by: .seconds(2))
        #expect(Self.arrived(trial).map(\.id).last == Self.id(6))
        #expect(trial.device.waiting.isEmpty)
        #expect(Self.metrics(trial)["Delivered – From Storage"] == 1)
        // The one that was held counts in its hour.
        for fate in [Device.Fate.delivered, .delivered, .held] { #expect(Self.send(trial) == fate) }
    }

    @Test(.rows("A3.13")) func `any hour counts, not the clock's`() async throws {
        let trial = try Trial()
        for _ in 0..<3 {
            #expect(Self.send(trial) == .delivered)
            await trial.time.advance(by: .seconds(1000))
        }
        #expect(Self.send(trial) == .held)
        await trial.time.advance(by: .seconds(601))
        #expect(Self.arrived(trial).count == 4)
        #expect(Self.send(trial) == .held)
        await trial.time.advance(by: .seconds(998))
        #expect(Self.arrived(trial).count == 4)
        await trial.time.advance(by: .seconds(2))
        #expect(Self.arrived(trial).count == 5)
    }

    @Test(.rows("A3.13")) func `alerts are not held, other apps have their own, and opening the app hands over`() throws
    {
        let trial = try Trial()
        for _ in 0..<3 { #expect(Self.send(trial) == .delivered) }
        #expect(Self.send(trial) == .held)
        #expect(trial.send().fate == .delivered)
        let other = trial.core.devices.register("com.example.other", .production, .alert, on: trial.device)
        let verdict = trial.send {
            $0.path = "/3/device/\(other)"
            $0.topic = "com.example.other"
            $0.pushType = "background"
            $0.priority = "5"
        }
        #expect(verdict.fate == .delivered)
        let count = Self.arrived(trial).count
        trial.device.openApp("com.example.other", milliseconds: trial.core.milliseconds)
        #expect(Self.arrived(trial).count == count)
        trial.device.openApp(Trial.bundleID, milliseconds: trial.core.milliseconds)
        #expect(Self.arrived(trial).count == count + 1)
        #expect(Self.arrived(trial).last?.pushType == .background)
    }

    @Test func `the budget can be set and switched off, which hands over`() throws {
        let trial = try Trial { $0.backgroundPushesPerHour = 1 }
        #expect(Self.send(trial) == .delivered)
        #expect(Self.send(trial) == .held)
        trial.device.change(milliseconds: trial.core.milliseconds) { $0.budget.limit = 2 }
        #expect(Self.arrived(trial).count == 2)
        #expect(Self.send(trial) == .held)
        trial.device.change(milliseconds: trial.core.milliseconds) { $0.budget.limit = nil }
        #expect(Self.arrived(trial).count == 3)
        for _ in 0..<20 { #expect(Self.send(trial) == .delivered) }
        let free = try Trial { $0.backgroundPushesPerHour = nil }
        for _ in 0..<20 { #expect(Self.send(free) == .delivered) }
    }

    @Test func `what is stored for an offline device spends the budget when it comes`() throws {
        let trial = try Trial { $0.backgroundPushesPerHour = 1 }
        #expect(Self.send(trial) == .delivered)
        trial.device.setOnline(false, milliseconds: trial.core.milliseconds)
        #expect(Self.send(trial) == .stored)
        trial.device.setOnline(true, milliseconds: trial.core.milliseconds)
        #expect(Self.arrived(trial).count == 1)
        #expect(trial.device.waiting.map(\.reason) == [.backgroundBudget])
    }

    @Test func `an app that is uninstalled has nothing held`() async throws {
        let trial = try Trial { $0.backgroundPushesPerHour = 1 }
        for fate in [Device.Fate.delivered, .held] { #expect(Self.send(trial) == fate) }
        trial.device.removeApp(Trial.bundleID, token: trial.token)
        await trial.time.advance(by: .seconds(7200))
        #expect(Self.arrived(trial).count == 1)
        #expect(Self.send(trial) == .delivered)
    }

    @Test func `a budget of nothing holds until the app is opened`() async throws {
        let trial = try Trial { $0.backgroundPushesPerHour = 0 }
        #expect(Self.send(trial) == .held)
        await trial.time.advance(by: .seconds(100_000))
        #expect(Self.arrived(trial).isEmpty)
        trial.device.openApp(Trial.bundleID, milliseconds: trial.core.milliseconds)
        #expect(Self.arrived(trial).count == 1)
    }
}
