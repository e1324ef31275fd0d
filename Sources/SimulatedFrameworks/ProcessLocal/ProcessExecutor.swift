internal import Dispatch

/// The thread, so to speak, of an in-process program; standing still is stopping it.
///
/// Code on the main actor does not run here: what it asks of the device while frozen waits, and has no effect once the
/// process is over.
package final class ProcessExecutor: TaskExecutor {
    private let queue: DispatchQueue
    private let state = Guarded(State())
    private let onBusy: @Sendable (Bool) -> Void

    private struct State {
        var isStopped = false
        var jobs = 0
    }

    /// Names the thread; the closure learns when there is work to run and when there is none.
    package init(name: String, onBusy: @escaping @Sendable (_ isBusy: Bool) -> Void = { _ in }) {
        queue = DispatchQueue(label: name)
        self.onBusy = onBusy
    }

    deinit {
        // A suspended queue must not be released.
        if state.with({ $0.isStopped }) { queue.resume() }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let becameBusy = state.with { state in
            state.jobs += 1
            return state.jobs == 1 && !state.isStopped
        }
        if becameBusy { onBusy(true) }
        queue.async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            let becameIdle = state.with { state in
                state.jobs -= 1
                return state.jobs == 0 && !state.isStopped
            }
            if becameIdle { onBusy(false) }
        }
    }

    /// Runs nothing more until `resume`.
    package func stop() {
        let stopped = state.with { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard stopped else { return }
        queue.suspend()
        if state.with({ $0.jobs > 0 }) { onBusy(false) }
    }

    /// Goes on where `stop` left off.
    package func resume() {
        let resumed = state.with { state in
            defer { state.isStopped = false }
            return state.isStopped
        }
        guard resumed else { return }
        if state.with({ $0.jobs > 0 }) { onBusy(true) }
        queue.resume()
    }
}
