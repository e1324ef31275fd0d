import Combine
import Locking
import TidingsCore

/// A publisher of a sequence that begins anew for each subscriber; values come on the main thread.
struct StreamPublisher<Output: Sendable>: Publisher {
    typealias Failure = Never

    let stream: @Sendable () -> AsyncStream<Output>

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.receive(
            subscription: StreamSubscription(
                stream(), value: { subscriber.receive($0) }, end: { subscriber.receive(completion: .finished) }))
    }
}

/// Hands over as many values as were asked for.
///
/// Sendable without a check: the two closures, which hold the subscriber, are called on the main actor only; what changes
/// stands behind the lock.
private final class StreamSubscription<Output: Sendable>: Subscription, @unchecked Sendable {
    private struct State {
        var demand = Subscribers.Demand.none
        var isRunning = false
        var isOver = false
        var task: Task<Void, Never>?
    }

    private let stream: AsyncStream<Output>
    private let value: (Output) -> Subscribers.Demand
    private let end: () -> Void
    private let state = Locked(State())

    init(_ stream: AsyncStream<Output>, value: @escaping (Output) -> Subscribers.Demand, end: @escaping () -> Void) {
        self.stream = stream
        self.value = value
        self.end = end
    }

    func request(_ demand: Subscribers.Demand) {
        let begins = state.withLock { state in
            state.demand += demand
            guard !state.isRunning, !state.isOver, state.demand > .none else { return false }
            state.isRunning = true
            return true
        }
        guard begins else { return }
        let task = ProcessWork.start { await self.run() }
        let isOver = state.withLock { state in
            state.task = task
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isOver = true
            return state.task
        }
        task?.cancel()
    }

    @MainActor private func run() async {
        var values = stream.makeAsyncIterator()
        while wantsMore() {
            guard let next = await values.next() else {
                if !state.withLock({ $0.isOver }) { end() }
                return
            }
            guard !state.withLock({ $0.isOver }) else { return }
            let more = value(next)
            state.withLock { state in
                state.demand -= 1
                state.demand += more
            }
        }
    }

    /// Whether a value is wanted; if not, the next request goes on.
    private func wantsMore() -> Bool {
        state.withLock { state in
            state.isRunning = !state.isOver && state.demand > .none
            return state.isRunning
        }
    }
}
