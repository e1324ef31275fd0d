internal import Locking

/// Those who listen to one publisher, in the order in which they came.
///
/// A value reaches those who have asked for one; where there is a newest value, the others get it when they ask.
final class Broadcast<Output, Failure: Error>: Sendable {
    private struct State {
        var listeners: [Conduit<Output, Failure>] = []
        var end: Subscribers.Completion<Failure>?
    }

    // Listeners are called without the lock, for they may send again; as in Combine, they need not be `Sendable`.
    private let state = Locked(State())

    func attach<S: Subscriber>(_ subscriber: S, newest: (() -> Output)? = nil)
    where S.Input == Output, S.Failure == Failure {
        let conduit = Conduit<Output, Failure>(
            newest: newest, value: { subscriber.receive($0) }, completion: { subscriber.receive(completion: $0) },
            gone: { [weak self] in self?.detach($0) })
        let end = state.withLockUnchecked { state in
            if state.end == nil { state.listeners.append(conduit) }
            return state.end
        }
        subscriber.receive(subscription: conduit)
        if let end { conduit.finish(end) }
    }

    private func detach(_ conduit: Conduit<Output, Failure>) {
        state.withLockUnchecked { $0.listeners.removeAll { $0 === conduit } }
    }

    func send(_ value: Output) {
        for listener in state.withLockUnchecked({ $0.listeners }) { listener.offer(value) }
    }

    func finish(_ completion: Subscribers.Completion<Failure>) {
        let listeners = state.withLockUnchecked { state in
            guard state.end == nil else { return [Conduit<Output, Failure>]() }
            state.end = completion
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners { listener.finish(completion) }
    }
}

/// The subscription of one listener: counts what it asked for.
final class Conduit<Output, Failure: Error>: Subscription {
    private struct State {
        var demand = Subscribers.Demand.none
        var owesNewest: Bool
        var isOver = false
    }

    private let state: Locked<State>
    private let newest: (() -> Output)?
    private let value: (Output) -> Subscribers.Demand
    private let completion: (Subscribers.Completion<Failure>) -> Void
    private let gone: (Conduit) -> Void

    init(
        newest: (() -> Output)?, value: @escaping (Output) -> Subscribers.Demand,
        completion: @escaping (Subscribers.Completion<Failure>) -> Void, gone: @escaping (Conduit) -> Void
    ) {
        state = Locked(State(owesNewest: newest != nil))
        self.newest = newest
        self.value = value
        self.completion = completion
        self.gone = gone
    }

    func request(_ demand: Subscribers.Demand) {
        let owes = state.withLock { state in
            state.demand += demand
            return state.owesNewest && !state.isOver && state.demand > .none
        }
        if owes, let newest { offer(newest()) }
    }

    func offer(_ value: Output) {
        let isWanted = state.withLock { state in
            guard !state.isOver else { return false }
            state.owesNewest = newest != nil && state.demand == .none
            guard state.demand > .none else { return false }
            state.demand -= 1
            return true
        }
        guard isWanted else { return }
        let more = self.value(value)
        if more > .none { request(more) }
    }

    func finish(_ end: Subscribers.Completion<Failure>) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isFirst { completion(end) }
    }

    func cancel() {
        state.withLock { $0.isOver = true }
        gone(self)
    }
}
