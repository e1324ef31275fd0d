internal import Foundation

/// How a publisher ended.
public enum Subscribers {
    /// The end of a publisher.
    public enum Completion<Failure: Error> {
        /// It has nothing more to say.
        case finished
        /// It went wrong.
        case failure(Failure)
    }
}

/// A source of values over time.
///
/// Apple's subscribers, subscriptions and demand are left out: `sink` and SwiftUI's `onReceive` are the two consumers.
public protocol Publisher<Output, Failure> {
    /// The values.
    associatedtype Output
    /// How it can go wrong.
    associatedtype Failure: Error

    /// Not Apple's: hands every value from now on to a closure, until the result is cancelled.
    func simulatedAttach(
        _ receiveValue: @escaping (Output) -> Void,
        _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
    ) -> AnyCancellable
}

extension Publisher {
    /// Hands values and the end to closures for as long as the result is kept.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        simulatedAttach(receiveValue, receiveCompletion)
    }
}

extension Publisher where Failure == Never {
    /// Hands values to a closure for as long as the result is kept.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        simulatedAttach(receiveValue) { _ in }
    }
}

/// Something that can be ended early.
public protocol Cancellable {
    /// Ends it.
    func cancel()
}

/// Ends something when it is cancelled or let go of.
public final class AnyCancellable: Cancellable, Hashable {
    private var end: (() -> Void)?

    /// Calls the closure once.
    public init(_ cancel: @escaping () -> Void) { end = cancel }

    /// Ends it.
    public func cancel() {
        let end = end
        self.end = nil
        end?()
    }

    deinit { end?() }

    /// Keeps it in a set.
    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

    /// Two are equal when they are the same object.
    public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }
    /// Agrees with equality.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
