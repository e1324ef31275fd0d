import Locking
import TestSupport
import Testing
import Timekeeping

@Suite(.timeLimit(.minutes(1)))
struct FrozenSleeperTests {
    /// Keeps every job it is given and runs none after it was stopped, as a frozen process.
    private final class FrozenExecutor: TaskExecutor {
        private let isFrozen = Locked(false)

        func freeze() { isFrozen.withLock { $0 = true } }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            if !isFrozen.withLock({ $0 }) { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    @Test func `a sleeper that never wakes up does not make time wait for as long as a hold may last`() async {
        let time = VirtualTime(stallLimit: .seconds(3600))
        let hold = time.hold("earlier work")
        // Meanwhile whoever watches the holds looks at this one and means to come back in an hour.
        for _ in 0..<20 {
            let sleeper = Task { try? await time.sleep(for: .seconds(1)) }
            await time.waitForSleepers(1)
            await time.advance(by: .seconds(1))
            await sleeper.value
        }
        hold.release()
        let executor = FrozenExecutor()
        Task(executorPreference: executor) { try? await time.sleep(for: .seconds(1)) }
        await time.waitForSleepers(1)
        executor.freeze()
        await time.advance(by: .seconds(2))
        #expect(time.uptime == .seconds(22))
    }
}
