internal import Dispatch
internal import Locking
package import Timekeeping

/// The thread, so to speak, of an in-process program; standing still is stopping it.
///
/// Code on the main actor does not run here: what it asks of the device while frozen waits, and has no effect once the
/// process is over.
package final class ProcessExecutor: TaskExecutor {
    private let queue: DispatchQueue
    private let state = Locked(State())
    private let takeHold: @Sendable () -> BusyHold
    // The hold that is out while there is something to run.
    private let hold = Locked<BusyHold?>(nil)

    private struct State {
        var isStopped = false
        var jobs = 0
        var isBusy: Bool { jobs > 0 && !isStopped }
        /// What happens before a piece of work, and how many go before that one.
        var interruption: (left: Int, happening: @Sendable () -> Void)?

        mutating func takeInterruption() -> (@Sendable () -> Void)? {
            guard let (left, happening) = interruption else { return nil }
            interruption = left > 0 ? (left - 1, happening) : nil
            return left > 0 ? nil : happening
        }
    }

    /// Names the thread; the closure takes a hold, which is out while there is something to run.
    package init(name: String, hold: @escaping @Sendable () -> BusyHold = { .none }) {
        queue = DispatchQueue(label: name)
        takeHold = hold
    }

    deinit {
        // A suspended queue must not be released.
        if state.withLock({ $0.isStopped }) { queue.resume() }
        hold.withLock { $0 }?.release()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let changed = change { $0.jobs += 1 }
        if changed { settleHold() }
        queue.async { [self] in
            state.withLock { $0.takeInterruption() }?()
            job.runSynchronously(on: asUnownedTaskExecutor())
            if change({ $0.jobs -= 1 }) { settleHold() }
        }
    }

    /// Lets something happen between two pieces of work, once so many more are done; nil takes that back.
    package func interrupt(after count: Int = 0, by happening: (@Sendable () -> Void)?) {
        state.withLock { $0.interruption = happening.map { (count, $0) } }
    }

    /// Runs nothing more until `resume`.
    package func stop() {
        let stopped = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard stopped else { return }
        queue.suspend()
        settleHold()
    }

    /// Goes on where `stop` left off.
    package func resume() {
        let resumed = state.withLock { state in
            defer { state.isStopped = false }
            return state.isStopped
        }
        guard resumed else { return }
        settleHold()
        queue.resume()
    }

    /// Changes the state and says whether busy became idle or the other way round.
    private func change(_ body: (inout State) -> Void) -> Bool {
        state.withLock { state in
            let wasBusy = state.isBusy
            body(&state)
            return state.isBusy != wasBusy
        }
    }

    /// Makes the hold agree with the state, whoever else changes the state meanwhile.
    private func settleHold() {
        // Taken in advance, so that nobody else's code runs under our lock. Without one, whoever made us busy brings his own.
        let spare = state.withLock { $0.isBusy } ? takeHold() : nil
        let dropped = hold.withLock { hold -> [BusyHold?] in
            guard state.withLock({ $0.isBusy }) else {
                defer { hold = nil }
                return [hold, spare]
            }
            guard hold == nil else { return [spare] }
            hold = spare
            return []
        }
        for hold in dropped { hold?.release() }
    }
}
