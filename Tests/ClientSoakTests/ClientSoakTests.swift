import Locking
import TestSupport
import Testing

/// Sequences of whatever can happen to an app and its pushes, at random but the same for the same seed.
///
/// `TIDINGS_SOAK_COUNT` says how many, `TIDINGS_SOAK_SEED` with which seed they begin; `make soak` sets both.
@Suite(.serialized) struct ClientSoakTests {
    @Test func `whatever happens to app, extension and network, each push, answer and receipt counts exactly once`()
        async throws
    {
        let soak = Soak(count: Soak.setting("COUNT") ?? 50)
        let receipts = Locked(0)
        await soak.run { seed in
            let run = await SequenceRun.play(Plan(seed: seed))
            receipts.withLock { $0 += run.receiptCount }
            return run
        }
        // A world in which nothing is reported has nothing wrong.
        if soak.count >= 10 { #expect(receipts.withLock { $0 } > soak.count) }
    }

    @Test("Who comes back and leaves again before the server hears of it loses no receipt", .rows("C4"))
    func unnoticedReturn() async {
        var plan = Plan(seed: 1)
        plan.setting = Plan.Setting()
        let steps: [Step] = [
            .push(Step.Push()), .login("bob"), .network(isOn: false), .login("ada"), .respond(.tap, to: 0),
            .wait(seconds: 20), .logout, .network(isOn: true),
        ]
        plan.moves = steps.map { Move(step: $0) }
        let run = await SequenceRun.play(plan)
        #expect(run.faults.isEmpty)
        #expect(run.receiptCount == 3)
    }
}
