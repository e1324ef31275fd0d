internal import Dispatch
internal import Locking

/// Those who wait for an answer from the other side of a socket.
package final class PendingReplies<Reply: Sendable>: Sendable {
    private let state = Locked(State())
    private let whenGone: Reply

    private struct State {
        var next: UInt64 = 0
        var isClosed = false
        var waiting: [UInt64: @Sendable (Reply) -> Void] = [:]
    }

    /// Names the answer that everybody gets once the other side is gone.
    package init(whenGone: Reply) { self.whenGone = whenGone }

    /// Sends a question with a fresh number and waits for its answer.
    package func ask(_ send: (UInt64) -> Bool) async -> Reply {
        await withCheckedContinuation { continuation in
            start(send) { continuation.resume(returning: $0) }
        }
    }

    /// Like `ask`, blocking this thread.
    package func askNow(_ send: (UInt64) -> Bool) -> Reply {
        let semaphore = DispatchSemaphore(value: 0)
        let result = Locked<Reply?>(nil)
        start(send) { reply in
            result.withLock { $0 = reply }
            semaphore.signal()
        }
        semaphore.wait()
        return result.withLock { $0 } ?? whenGone
    }

    private func start(_ send: (UInt64) -> Bool, _ done: @escaping @Sendable (Reply) -> Void) {
        let id = state.withLock { state -> UInt64? in
            guard !state.isClosed else { return nil }
            state.next += 1
            state.waiting[state.next] = done
            return state.next
        }
        guard let id else { return done(whenGone) }
        if !send(id) { answer(id, whenGone) }
    }

    /// Hands an answer to the one who asked.
    package func answer(_ id: UInt64, _ reply: Reply) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?(reply)
    }

    /// The other side is gone: nobody waits any longer.
    package func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for done in waiting { done(whenGone) }
    }
}
