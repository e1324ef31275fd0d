import Locking
import ProcessLocal

/// Lets one piece of asynchronous work at a time pass, in the order of arrival.
final class Lane: Sendable {
    private let state = Locked(State())

    private struct State {
        var isBusy = false
        var line: [FirstAnswer<Bool>] = []
    }

    /// A place in the line.
    struct Turn: Sendable {
        fileprivate let lane: Lane
        fileprivate let ready: FirstAnswer<Bool>

        /// Waits for its turn, runs the work and lets the next one pass.
        func run<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
            await ready.wait()
            defer { lane.next() }
            return try await body()
        }
    }

    /// Takes a place in the line now; whoever takes one has to run it.
    func enqueue() -> Turn {
        let ready = FirstAnswer<Bool>(ignoresCancellation: true)
        let isFree = state.withLock { state in
            guard state.isBusy else {
                state.isBusy = true
                return true
            }
            state.line.append(ready)
            return false
        }
        if isFree { ready.set(true) }
        return Turn(lane: self, ready: ready)
    }

    /// Runs the work when everything before it is done.
    func run<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
        try await enqueue().run(body)
    }

    private func next() {
        let next = state.withLock { state -> FirstAnswer<Bool>? in
            guard !state.line.isEmpty else {
                state.isBusy = false
                return nil
            }
            return state.line.removeFirst()
        }
        next?.set(true)
    }
}
