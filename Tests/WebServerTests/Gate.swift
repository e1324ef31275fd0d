import Locking

/// Holds tasks back until it is opened, and tells when somebody waits.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var observers: [CheckedContinuation<Void, Never>] = []
        var hasWaiter = false
    }

    private let state = Locked(State())

    /// Waits until the gate is open.
    func wait() async {
        await withCheckedContinuation { continuation in
            let (isOpen, observers) = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                defer { state.observers = [] }
                state.hasWaiter = true
                return (state.isOpen, state.observers)
            }
            if isOpen { continuation.resume() }
            for observer in observers { observer.resume() }
        }
    }

    /// Waits until a task has come to the gate.
    func waitUntilWaiting() async {
        await withCheckedContinuation { continuation in
            let hasWaiter = state.withLock { state in
                if !state.hasWaiter { state.observers.append(continuation) }
                return state.hasWaiter
            }
            if hasWaiter { continuation.resume() }
        }
    }

    /// Lets everybody through.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// Lets real time pass, where the subject is how the server reacts to a slow peer.
func observe(milliseconds: Int) async throws {
    try await Task.sleep(for: .milliseconds(milliseconds))
}

/// How a task that talks to the server ended.
struct RawClientEnd {
    let isError: Bool

    init(_ task: Task<Void, any Error>) async throws {
        isError = if case .failure = await task.result { true } else { false }
    }
}
