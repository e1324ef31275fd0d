import Foundation
import SimulatedDevice

/// One run of a plan, and what was wrong with it.
struct SequenceRun {
    let plan: Plan
    let faults: [String]
    let timeline: [TimelineEntry]
    /// How many receipts the server has.
    let receiptCount: Int

    /// Plays a plan on a phone of its own.
    static func play(_ plan: Plan) async -> SequenceRun {
        do {
            let world = try await World.make(plan)
            world.time.startMoving()
            await world.carryOut(Move(step: .launch))
            for move in plan.moves { await world.carryOut(move) }
            await world.finishAll()
            await world.heal()
            let ledger = try await Ledger.read(of: world)
            let faults = Judge.judge(world, ledger)
            let timeline = world.phone.timeline.entries
            await world.stop()
            return SequenceRun(
                plan: plan, faults: faults, timeline: timeline, receiptCount: ledger.receipts.count)
        } catch {
            return SequenceRun(plan: plan, faults: ["\(error)"], timeline: [], receiptCount: 0)
        }
    }

    /// The same plan with as few moves as it takes to fail in the same way, found by leaving out one after the other.
    func shrunk(tries: Int = 120) async -> SequenceRun {
        var best = self
        var left = tries
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for index in best.plan.moves.indices.reversed() where left > 0 && index < best.plan.moves.count {
                left -= 1
                var plan = best.plan
                plan.moves.remove(at: index)
                let run = await SequenceRun.play(plan)
                guard run.kind == kind else { continue }
                best = run
                isSmaller = true
            }
        }
        return best
    }

    /// The first fault without names and numbers.
    private var kind: String? { faults.first.map { String($0.filter { !$0.isNumber }) } }

    /// Writes the timeline to where `TIDINGS_SOAK_TIMELINES` says.
    func keepTimeline() {
        guard let folder = ProcessInfo.processInfo.environment["TIDINGS_SOAK_TIMELINES"] else { return }
        let text = timeline.map(\.description).joined(separator: "\n")
        try? Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(plan.seed).txt"))
    }

    /// What is needed to understand a failure, and the command that shows it again.
    var report: String {
        """
        seed \(plan.seed): \(faults.joined(separator: "; "))
        \(plan.setting)
          launch
        \(plan.moves.map { "\($0)" }.joined(separator: "\n"))
        again: make soak ARGS="client 1 \(plan.seed)"
        """
    }
}
