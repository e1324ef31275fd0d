import SimulatedDevice

/// One run of a plan of calls, and what was wrong with it.
struct CallRun: SoakRun {
    let plan: CallPlan
    let faults: [String]
    let timeline: [TimelineEntry]
    var judge = CallJudge()

    /// Plays a plan on phones of its own.
    static func play(_ plan: CallPlan) async -> CallRun {
        do {
            let world = try await CallWorld.make(plan)
            world.time.startMoving()
            await world.begin()
            for move in plan.moves { await world.carryOut(move) }
            await world.heal()
            let judge = try await CallJudge.judge(world)
            let timeline = world.phones.flatMap(\.timeline.entries)
            let run = CallRun(
                plan: plan, faults: judge.faults + world.faults, timeline: timeline, judge: judge)
            await world.stop()
            return run
        } catch {
            return CallRun(plan: plan, faults: ["\(error)"], timeline: [])
        }
    }

    var seed: UInt64 { plan.seed }
    var moves: [CallMove] { plan.moves }

    func again(with moves: [CallMove]) async -> CallRun {
        var plan = plan
        plan.moves = moves
        return await CallRun.play(plan)
    }

    var report: String {
        """
        seed \(seed): \(faults.joined(separator: "; "))
        live \(plan.isLive), says whether to report \(plan.tellsWhetherToReport), calls at a time \(plan.groupLimit)
        \(moves.map { "\($0)" }.joined(separator: "\n"))
        again: make soak ARGS="calls 1 \(seed)"
        """
    }
}
