import Foundation
import SimulatedDevice

/// One run of a plan, and what was wrong with it.
struct SequenceRun: SoakRun {
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

    func again(with moves: [Move]) async -> SequenceRun {
        var plan = plan
        plan.moves = moves
        return await SequenceRun.play(plan)
    }

    var seed: UInt64 { plan.seed }
    var moves: [Move] { plan.moves }

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
