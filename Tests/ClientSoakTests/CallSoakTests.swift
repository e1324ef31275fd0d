import Locking
import TestSupport
import Testing

/// Sequences of whatever can happen to calls and phones, at random but the same for the same seed.
///
/// `TIDINGS_SOAK_CALLS` says how many calls, `TIDINGS_SOAK_SEED` with which seed they begin; `make soak` sets both.
@Suite(.serialized) struct CallSoakTests {
    @Test(.rows("P16", "P17", "C28"))
    func `whatever happens to phones and pushes, each push of a call is reported, and each call is one's and ends`()
        async throws
    {
        let soak = Soak(count: Soak.setting("CALLS") ?? 20)
        let total = Locked((sequences: 0, calls: 0, pushes: 0, reports: 0, connections: 0, liveRings: 0))
        await soak.run(size: { CallPlan(seed: $0).callCount }) { seed in
            let run = await CallRun.play(CallPlan(seed: seed))
            total.withLock { total in
                total.sequences += 1
                total.calls += run.plan.callCount
                total.pushes += run.judge.pushes
                total.reports += run.judge.reports
                total.connections += run.judge.connections
                total.liveRings += run.judge.liveRings
            }
            return run
        }
        let all = total.withLock { $0 }
        print(
            "calls: \(all.calls) calls in \(all.sequences) sequences, \(all.pushes) pushes of PushKit, "
                + "\(all.reports) reported, \(all.connections) answered on a phone, "
                + "\(all.liveRings) rung by a live connection")
        // A world in which nothing rings has nothing wrong.
        if soak.count >= 10 { #expect(all.reports > all.calls && all.connections > 0 && all.liveRings > 0) }
    }
}
