import Foundation
import Locking

/// Hands on what happens to notifications; what happened before anybody listened goes to the first who does.
final class NotificationFeed: Sendable {
    /// The most events that wait for a listener.
    private static let capacity = 100

    private struct State {
        var listeners: [UUID: AsyncStream<NotificationEvent>.Continuation] = [:]
        var waiting: [NotificationEvent] = []
        var seen: [UUID] = []
    }

    private let state = Locked(State())

    /// Tells of an event; with an id that was seen before it is a repeat and tells nothing.
    func tell(_ event: NotificationEvent, id: UUID) {
        let listeners = state.withLock { state -> [AsyncStream<NotificationEvent>.Continuation] in
            guard !state.seen.contains(id) else { return [] }
            state.seen = state.seen.suffix(Self.capacity) + [id]
            if state.listeners.isEmpty { state.waiting = state.waiting.suffix(Self.capacity - 1) + [event] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(event) }
    }

    /// What happens from now on, and what has waited.
    func stream() -> AsyncStream<NotificationEvent> {
        let (stream, continuation) = AsyncStream<NotificationEvent>.makeStream()
        let id = UUID()
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        let waiting = state.withLock { state in
            state.listeners[id] = continuation
            defer { state.waiting = [] }
            return state.waiting
        }
        for event in waiting { continuation.yield(event) }
        return stream
    }
}
