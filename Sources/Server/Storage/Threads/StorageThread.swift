import Foundation
import Locking

/// A thread for calls that block; `await finish()` waits until its body has returned.
final class StorageThread: Sendable {
    private struct State {
        var isFinished = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// Starts the thread; `name` shows up in debuggers and `top`.
    init(name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread {
            body()
            self.markFinished()
        }
        thread.name = name
        thread.start()
    }

    /// Waits until the body has returned.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isFinished = state.withLock { state in
                if !state.isFinished { state.waiters.append(continuation) }
                return state.isFinished
            }
            if isFinished { continuation.resume() }
        }
    }

    private func markFinished() {
        let waiters = state.withLock { state in
            state.isFinished = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
