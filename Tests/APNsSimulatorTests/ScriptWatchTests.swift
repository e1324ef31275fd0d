import Foundation
import Locking
import TestSupport
import Testing
import Timekeeping

@testable import APNsSimulator

@Suite(.timeLimit(.minutes(1)))
struct ScriptWatchTests {
    @Test(.rows("AS28")) func `a script file that changes takes the place of what was scripted, if it is one`()
        async throws
    {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("script-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let simulator = APNsSimulator()
        func actions() -> [String] {
            simulator.core.withFaults { $0.active.map { FaultDescription($0.fault).action.rawValue } }
        }
        let first = Data(
            #"{"faults":[{"action":"close"}],"events":[{"action":"close","atMilliseconds":86400000}]}"#.utf8)
        try simulator.script(json: first)
        try first.write(to: file)
        let time = VirtualTime.forTest()
        let notes = Locked<[String]>([])
        let watch = ScriptWatch(path: file.path, simulator: simulator, time: time) { note in
            notes.withLock { $0.append(note) }
        }
        let watching = Task { await watch.run(known: first) }
        func look() async {
            await time.waitForSleepers()
            await time.advance(by: ScriptWatch.interval)
            await time.waitForSleepers()
        }
        await look()
        #expect(notes.withLock { $0 }.isEmpty)
        try Data(#"[{"action":"halfOpen"},{"action":"neverAnswer"}]"#.utf8).write(to: file)
        await look()
        #expect(actions() == ["halfOpen", "neverAnswer"])
        #expect(simulator.core.timeline.count == 0)
        try Data(#"[{"action":"explode"}]"#.utf8).write(to: file)
        await look()
        try FileManager.default.removeItem(at: file)
        await look()
        #expect(actions() == ["halfOpen", "neverAnswer"])
        #expect(notes.withLock { $0.count } == 2)
        #expect(notes.withLock { $0.last }?.contains("stays in force") == true)
        try Data("[]".utf8).write(to: file)
        await look()
        #expect(actions().isEmpty)
        watching.cancel()
        await watching.value
    }

    @Test func `replacing a script begins to count anew`() throws {
        let simulator = APNsSimulator()
        let many = Data(("[" + Array(repeating: #"{"action":"close"}"#, count: 1000).joined(separator: ",") + "]").utf8)
        try simulator.script(json: many)
        #expect(throws: SimulatorError.self) { try simulator.script(json: many) }
        try simulator.script(json: many, isReplacing: true)
        #expect(simulator.core.withFaults { $0.active.count } == 1000)
    }
}
