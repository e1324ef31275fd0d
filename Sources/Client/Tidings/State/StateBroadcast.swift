import Foundation
import Locking

/// A value that changes, for any number of listeners; each begins with the newest.
final class StateBroadcast<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var listeners: [UUID: @Sendable (Value) -> Void] = [:]
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
            for listener in state.listeners.values { listener(value) }
        }
    }

    /// The newest value and all that follow.
    func updates() -> AsyncStream<Value> { stream { $0 } }

    /// The newest value and all that follow, as soon as there is one.
    func known<Wrapped: Sendable>() -> AsyncStream<Wrapped> where Value == Wrapped? { stream { $0 } }

    private func stream<Element: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Element?
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream()
        let id = UUID()
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        let tell: @Sendable (Value) -> Void = { value in
            if let element = transform(value) { continuation.yield(element) }
        }
        state.withLock { state in
            state.listeners[id] = tell
            tell(state.value)
        }
        return stream
    }
}
