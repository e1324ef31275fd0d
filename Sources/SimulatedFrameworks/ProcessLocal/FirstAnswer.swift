import Locking

/// A completion that may be called once, twice or never, and from any thread.
package final class FirstAnswer<Value: Sendable>: Sendable {
    private let state = Locked(State())

    private struct State {
        var value: Value?
        var isCancelled = false
        var waiter: CheckedContinuation<Value?, Never>?
    }

    private let ignoresCancellation: Bool

    /// Makes a place for an answer; a wait for it normally ends with the task's cancellation.
    package init(ignoresCancellation: Bool = false) { self.ignoresCancellation = ignoresCancellation }

    /// Takes an answer; false when there was one already.
    @discardableResult
    package func set(_ value: Value) -> Bool {
        let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Value?, Never>?) in
            guard state.value == nil else { return (false, nil) }
            state.value = value
            defer { state.waiter = nil }
            return (true, state.waiter)
        }
        waiter?.resume(returning: value)
        return isFirst
    }

    /// Waits for the first answer; nil when the task is cancelled before.
    @discardableResult
    package func wait() async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Value?? in
                    if let value = state.value { return .some(value) }
                    if state.isCancelled { return .some(nil) }
                    state.waiter = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            if ignoresCancellation { return }
            let waiter = state.withLock { state in
                state.isCancelled = true
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: nil)
        }
    }
}
