internal import Foundation

/// Whoever takes the values of a publisher: first a subscription, then what was asked for, then the end.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// The values.
    associatedtype Input
    /// How the publisher can go wrong.
    associatedtype Failure: Error

    /// Takes the subscription; values come once they are asked for.
    func receive(subscription: any Subscription)
    /// Takes a value, and says how many more are wanted.
    func receive(_ input: Input) -> Subscribers.Demand
    /// Takes the end.
    func receive(completion: Subscribers.Completion<Failure>)
}

/// What joins a subscriber to its publisher.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Asks for more values.
    func request(_ demand: Subscribers.Demand)
}

/// Names a part of a stream.
public struct CombineIdentifier: Hashable, Sendable {
    private enum Name: Hashable, Sendable {
        case object(ObjectIdentifier)
        case random(UUID)
    }

    private let name: Name

    /// A name of its own.
    public init() { name = .random(UUID()) }
    /// The name of an object.
    public init(_ object: AnyObject) { name = .object(ObjectIdentifier(object)) }
}

/// Something that has a name in a stream.
public protocol CustomCombineIdentifierConvertible {
    /// The name.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The name of the object.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

/// What belongs to subscribers.
public enum Subscribers {
    /// The end of a publisher.
    public enum Completion<Failure: Error> {
        /// It has nothing more to say.
        case finished
        /// It went wrong.
        case failure(Failure)
    }

    /// How many values are wanted.
    public struct Demand: Hashable, Comparable, Sendable {
        // As many as there are, where it is nil.
        private let count: Int?

        /// As many as there are.
        public static let unlimited = Demand(count: nil)
        /// None.
        public static let none = Demand(count: 0)
        /// So many at most.
        public static func max(_ value: Int) -> Demand { Demand(count: value) }

        /// The number; nil without limit.
        public var max: Int? { count }

        /// Both together.
        public static func + (one: Demand, other: Demand) -> Demand {
            guard let first = one.count, let second = other.count else { return .unlimited }
            let (sum, isTooLarge) = first.addingReportingOverflow(second)
            return isTooLarge ? .unlimited : Demand(count: sum)
        }
        /// Adds one to the other.
        public static func += (one: inout Demand, other: Demand) { one = one + other }
        /// Takes some away.
        public static func -= (one: inout Demand, other: Int) {
            if let count = one.count { one = Demand(count: Swift.max(0, count - other)) }
        }
        /// Whether one is less than the other.
        public static func < (one: Demand, other: Demand) -> Bool {
            guard let first = one.count else { return false }
            return other.count.map { first < $0 } ?? true
        }
    }

    /// A subscriber that wants everything and hands it to closures.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
        private let end: (Completion<Failure>) -> Void
        private let value: (Input) -> Void
        private var subscription: (any Subscription)?

        /// Takes the closures.
        public init(
            receiveCompletion: @escaping (Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
        ) {
            end = receiveCompletion
            value = receiveValue
        }

        /// Asks for everything.
        public func receive(subscription: any Subscription) {
            self.subscription = subscription
            subscription.request(.unlimited)
        }
        /// Hands on a value.
        public func receive(_ input: Input) -> Demand {
            value(input)
            return .none
        }
        /// Hands on the end.
        public func receive(completion: Completion<Failure>) {
            subscription = nil
            end(completion)
        }
        /// Wants nothing more.
        public func cancel() {
            subscription?.cancel()
            subscription = nil
        }
    }
}
