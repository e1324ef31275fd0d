import Foundation
import Locking

/// A value that changes, for any number of listeners; each begins with the newest.
final class StateBroadcast<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var listeners: [UUID: AsyncStream<Value>.Continuation] = [:]
    }

    private let state: Locked<State>

    init(_ value: Value) { state = Locked(State(value: value)) }

    /// The newest value.
    var value: Value { state.withLock { $0.value } }

    /// Tells of a value, unless it is the one that was told last.
    func tell(_ value: Value) {
        state.withLock { state in
            guard state.value != value else { return }
            state.value = value
            // Within the lock, so that listeners hear of changes in their order.
            for listener in state.listeners.values { listener.yield(value) }
        }
    }

    /// The newest value and all that follow.
    func updates() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream<Value>.makeStream()
        let id = UUID()
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        state.withLock { state in
            state.listeners[id] = continuation
            continuation.yield(state.value)
        }
        return stream
    }
}
