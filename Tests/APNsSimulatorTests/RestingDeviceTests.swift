import PushModel
import TestSupport
import Testing
import Timekeeping

@testable import APNsSimulator

/// Priorities 5 and 1 on a device at rest.
@Suite(.timeLimit(.minutes(1)))
struct RestingDeviceTests {
    private static let burst = Duration.seconds(900)

    private static func trial() throws -> Trial {
        let trial = try Trial { $0.burstInterval = burst }
        trial.device.change(milliseconds: trial.core.milliseconds) { $0.isAwake = false }
        return trial
    }

    /// Tokens of other apps on the same device.
    private static func topics(_ trial: Trial, _ count: Int) -> [(topic: String, token: String)] {
        (0..<count).map { number in
            let topic = "com.example.app\(number)"
            return (topic, trial.core.devices.register(topic, .production, .alert, on: trial.device))
        }
    }

    private static func arrived(_ trial: Trial) -> [String] {
        trial.device.fetch(after: 0, limit: 100).pushes.map(\.bundleID)
    }

    @Test(.rows("A2.16", "AS25")) func `pushes of priority 5 and 1 come together, after a while`() async throws {
        let trial = try Self.trial()
        for (topic, token) in Self.topics(trial, 3) {
            let verdict = trial.send {
                $0.path = "/3/device/\(token)"
                $0.topic = topic
                $0.priority = topic.hasSuffix("1") ? "1" : "5"
            }
            #expect(verdict.fate == .stored)
            await trial.time.advance(by: .seconds(100))
        }
        await trial.time.advance(by: Self.burst - .seconds(301))
        #expect(Self.arrived(trial).isEmpty)
        await trial.time.advance(by: .seconds(2))
        #expect(Self.arrived(trial) == ["com.example.app0", "com.example.app1", "com.example.app2"])
        // The next burst begins anew.
        #expect(trial.send { $0.priority = "5" }.fate == .stored)
        await trial.time.advance(by: Self.burst - .seconds(1))
        #expect(Self.arrived(trial).count == 3)
        await trial.time.advance(by: .seconds(2))
        #expect(Self.arrived(trial).count == 4)
    }

    @Test(.rows("A2.15", "AS25")) func `priority 1 alone never wakes the device`() async throws {
        let trial = try Self.trial()
        #expect(trial.send { $0.priority = "1" }.fate == .stored)
        await trial.time.advance(by: .seconds(86_400))
        #expect(Self.arrived(trial).isEmpty)
        #expect(trial.device.waiting.map(\.reason) == [.asleep])
        trial.device.change(milliseconds: trial.core.milliseconds) { $0.isAwake = true }
        #expect(Self.arrived(trial).count == 1)
        #expect(trial.device.waiting.isEmpty)
    }

    @Test(.rows("A2.15")) func `priority 10 wakes the device, and what waits comes along`() throws {
        let trial = try Self.trial()
        let topics = Self.topics(trial, 2)
        for (topic, token) in topics {
            trial.send {
                $0.path = "/3/device/\(token)"
                $0.topic = topic
                $0.priority = "1"
            }
        }
        #expect(trial.send().fate == .delivered)
        #expect(Self.arrived(trial) == [Trial.bundleID] + topics.map(\.topic))
        #expect(trial.send { $0.priority = "5" }.fate == .stored)
    }

    @Test func `a burst waits until power need not be saved, and for the network`() async throws {
        let trial = try Self.trial()
        #expect(trial.send { $0.priority = "5" }.fate == .stored)
        trial.device.setSavingPower(true, milliseconds: trial.core.milliseconds)
        await trial.time.advance(by: Self.burst + .seconds(1))
        #expect(Self.arrived(trial).isEmpty)
        trial.device.setOnline(false, milliseconds: trial.core.milliseconds)
        trial.device.setSavingPower(false, milliseconds: trial.core.milliseconds)
        await trial.time.advance(by: Self.burst + .seconds(1))
        trial.device.setOnline(true, milliseconds: trial.core.milliseconds)
        #expect(Self.arrived(trial).isEmpty)
        await trial.time.advance(by: Self.burst + .seconds(1))
        #expect(Self.arrived(trial).count == 1)
    }

    @Test func `what came urgently while offline is there at once when back, and takes the rest along`() throws {
        let trial = try Self.trial()
        let topics = Self.topics(trial, 1)
        trial.device.setOnline(false, milliseconds: trial.core.milliseconds)
        #expect(trial.send { $0.priority = "10" }.fate == .stored)
        trial.send {
            $0.path = "/3/device/\(topics[0].token)"
            $0.topic = topics[0].topic
            $0.priority = "5"
        }
        trial.device.setOnline(true, milliseconds: trial.core.milliseconds)
        #expect(Self.arrived(trial) == [Trial.bundleID, topics[0].topic])
    }
}
