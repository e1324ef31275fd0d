import Foundation
import Locking
import TestSupport
import Testing

/// Sequences of whatever can happen to an app and its pushes, at random but the same for the same seed.
///
/// `TIDINGS_SOAK_COUNT` says how many, `TIDINGS_SOAK_SEED` with which seed they begin; `make soak` sets both.
@Suite(.serialized) struct ClientSoakTests {
    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private static let count = setting("TIDINGS_SOAK_COUNT") ?? 50
    private static let firstSeed = setting("TIDINGS_SOAK_SEED") ?? 1
    /// After how many failures the rest is left.
    private static let failureLimit = 6
    /// How many phones there are at a time.
    private static let width = setting("TIDINGS_SOAK_WIDTH") ?? 12

    @Test func `whatever happens to app, extension and network, each push, answer and receipt counts exactly once`()
        async throws
    {
        let next = Locked(0)
        let failures = Locked<[SequenceRun]>([])
        let receipts = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.width {
                group.addTask {
                    while true {
                        let index = next.withLock { next in
                            defer { next += 1 }
                            return next
                        }
                        guard index < Self.count, failures.withLock({ $0.count }) < Self.failureLimit else { return }
                        let run = await SequenceRun.play(Plan(seed: UInt64(Self.firstSeed + index)))
                        receipts.withLock { $0 += run.receiptCount }
                        guard !run.faults.isEmpty else { continue }
                        print(run.report)
                        failures.withLock { $0.append(run) }
                    }
                }
            }
        }
        // A world in which nothing is reported has nothing wrong.
        if Self.count >= 10 { #expect(receipts.withLock { $0 } > Self.count) }
        let found = failures.withLock { $0 }
        await withTaskGroup(of: SequenceRun.self) { group in
            for failure in found { group.addTask { await failure.shrunk() } }
            for await smallest in group {
                Issue.record("\(smallest.report)")
                smallest.keepTimeline()
            }
        }
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
