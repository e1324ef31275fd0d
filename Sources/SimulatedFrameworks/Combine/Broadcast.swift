internal import Locking

/// Those who listen to one publisher, in the order in which they came.
final class Broadcast<Output, Failure: Error>: Sendable {
    private struct Listener {
        let id: Int
        let value: (Output) -> Void
        let completion: (Subscribers.Completion<Failure>) -> Void
    }

    private struct State {
        var listeners: [Listener] = []
        var nextID = 0
        var end: Subscribers.Completion<Failure>?
    }

    // Listeners are called without the lock, for they may send again; as in Combine, they need not be `Sendable`.
    private let state = Locked(State())

    func attach(
        replaying value: Output?, _ receive: @escaping (Output) -> Void,
        _ completion: @escaping (Subscribers.Completion<Failure>) -> Void
    ) -> AnyCancellable {
        let (id, end) = state.withLockUnchecked { state in
            state.nextID += 1
            let listener = Listener(id: state.nextID, value: receive, completion: completion)
            if state.end == nil { state.listeners.append(listener) }
            return (listener.id, state.end)
        }
        if let end {
            completion(end)
            return AnyCancellable {}
        }
        if let value { receive(value) }
        return AnyCancellable { [weak self] in self?.detach(id) }
    }

    private func detach(_ id: Int) {
        state.withLockUnchecked { $0.listeners.removeAll { $0.id == id } }
    }

    func send(_ value: Output) {
        for listener in state.withLockUnchecked({ $0.listeners }) { listener.value(value) }
    }

    func finish(_ completion: Subscribers.Completion<Failure>) {
        let listeners = state.withLockUnchecked { state in
            guard state.end == nil else { return [Listener]() }
            state.end = completion
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners { listener.completion(completion) }
    }
}
