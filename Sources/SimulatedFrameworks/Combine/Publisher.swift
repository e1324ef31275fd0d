internal import Foundation

/// A source of values over time.
public protocol Publisher<Output, Failure> {
    /// The values.
    associatedtype Output
    /// How it can go wrong.
    associatedtype Failure: Error

    /// Takes a subscriber in and gives it a subscription.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    /// Takes a subscriber in.
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }

    /// Hands values and the end to closures for as long as the result is kept.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        subscribe(sink)
        return AnyCancellable(sink)
    }

    /// Hides what kind of publisher it is.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

    /// Makes other values of the values.
    public func map<Result>(_ transform: @escaping (Output) -> Result) -> Publishers.Map<Self, Result> {
        Publishers.Map(upstream: self, transform: transform)
    }
}

extension Publisher where Failure == Never {
    /// Hands values to a closure for as long as the result is kept.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

/// A publisher of which only its values and failures are known.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let hidden: any Publisher<Output, Failure>

    /// Hides a publisher.
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure { hidden = publisher }

    /// Takes a subscriber in.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        hidden.receive(subscriber: subscriber)
    }
}

/// The publishers that operators make.
public enum Publishers {
    /// What `map` makes.
    public struct Map<Upstream: Publisher, Output>: Publisher {
        /// As the upstream.
        public typealias Failure = Upstream.Failure
        /// Where the values come from.
        public let upstream: Upstream
        /// What is made of them.
        public let transform: (Upstream.Output) -> Output

        /// Takes a subscriber in.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(subscriber: subscriber, transform: transform))
        }

        private struct Inner<S: Subscriber>: Subscriber where S.Input == Output, S.Failure == Upstream.Failure {
            let combineIdentifier = CombineIdentifier()
            let subscriber: S
            let transform: (Upstream.Output) -> Output

            func receive(subscription: any Subscription) { subscriber.receive(subscription: subscription) }
            func receive(_ input: Upstream.Output) -> Subscribers.Demand { subscriber.receive(transform(input)) }
            func receive(completion: Subscribers.Completion<Failure>) { subscriber.receive(completion: completion) }
        }
    }
}
