import Locking
package import TidingsCore
package import Timekeeping

/// The answer of somebody who may answer twice, late, or never; the first one counts.
final class SingleAnswer<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var continuation: CheckedContinuation<Value?, Never>?
        var isOver = false
    }

    private let state = Locked(State())

    /// Answers; false if there was an answer before.
    @discardableResult
    func give(_ value: Value) -> Bool {
        let (isFirst, continuation) = state.withLock { state -> (Bool, CheckedContinuation<Value?, Never>?) in
            guard !state.isOver else { return (false, nil) }
            state.isOver = true
            state.value = value
            let continuation = state.continuation
            state.continuation = nil
            return (true, continuation)
        }
        continuation?.resume(returning: value)
        return isFirst
    }

    /// The answer, as soon as there is one; nil if the waiting task was cancelled.
    var value: Value? {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let known = state.withLock { state -> Value?? in
                        if state.isOver { return .some(state.value) }
                        state.continuation = continuation
                        return nil
                    }
                    if let known { continuation.resume(returning: known) }
                }
            } onCancel: {
                let continuation = state.withLock { state in
                    state.isOver = true
                    defer { state.continuation = nil }
                    return state.continuation
                }
                continuation?.resume(returning: nil)
            }
        }
    }
}

extension TimeLimit {
    /// What the work came to; nil if a moment came first: then nobody waits for it any more, but it goes on.
    ///
    /// For work that may heed no cancellation, and for work that is to be finished all the same.
    @discardableResult
    package static func wait<Result: Sendable>(
        until deadline: Duration, time: any TimeSource, for work: @escaping @Sendable () async -> Result
    ) async -> Result? {
        let answer = SingleAnswer<Result?>()
        ProcessWork.start { answer.give(await work()) }
        let alarm = ProcessWork.start {
            if (try? await time.sleep(until: deadline)) != nil { answer.give(nil) }
        }
        defer { alarm.cancel() }
        return await answer.value ?? nil
    }
}
