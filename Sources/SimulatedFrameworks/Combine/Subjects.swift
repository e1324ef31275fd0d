internal import Locking

/// A publisher that says what it is told, to those who listen at that moment.
public final class PassthroughSubject<Output, Failure: Error>: Publisher {
    private let broadcast = Broadcast<Output, Failure>()

    /// Makes a subject without listeners.
    public init() {}

    /// Says a value.
    public func send(_ value: Output) { broadcast.send(value) }

    /// Says nothing more after this.
    public func send(completion: Subscribers.Completion<Failure>) { broadcast.finish(completion) }

    /// Takes a subscriber in.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        broadcast.attach(subscriber)
    }
}

extension PassthroughSubject where Output == Void {
    /// Says that something happened.
    public func send() { send(()) }
}

/// A publisher that keeps its newest value and begins with it for every new listener.
public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
    private let broadcast = Broadcast<Output, Failure>()
    private let current: Locked<Output>

    /// Begins with a value.
    public init(_ value: Output) { current = Locked(unchecked: value) }

    /// The newest value; setting it says it.
    public var value: Output {
        get { current.withLockUnchecked { $0 } }
        set { send(newValue) }
    }

    /// Says a value and keeps it.
    public func send(_ value: Output) {
        current.withLockUnchecked { $0 = value }
        broadcast.send(value)
    }

    /// Says nothing more after this.
    public func send(completion: Subscribers.Completion<Failure>) { broadcast.finish(completion) }

    /// Takes a subscriber in.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        broadcast.attach(subscriber, newest: { self.value })
    }
}
