// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the SDK uses of Apple's Combine.
public protocol ObservableObject: AnyObject {}
@propertyWrapper public struct Published<Value> {
    public struct Publisher {}
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var wrappedValue: Value
    public var projectedValue: Publisher {
        get { Publisher() }
        set {}
    }
}

public protocol Cancellable { func cancel() }
public struct CombineIdentifier: Hashable, Sendable {
    public init(_ object: AnyObject) {}
}
public protocol CustomCombineIdentifierConvertible { var combineIdentifier: CombineIdentifier { get } }
extension CustomCombineIdentifierConvertible where Self: AnyObject {
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    func receive<S>(subscriber: S) where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input
}
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    associatedtype Input
    associatedtype Failure: Error
    func receive(subscription: any Subscription)
    func receive(_ input: Input) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<Failure>)
}
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    func request(_ demand: Subscribers.Demand)
}
public enum Subscribers {
    @frozen public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }
    @frozen public struct Demand: Equatable, Comparable, Hashable, Sendable {
        public static let unlimited = Demand()
        public static let none = Demand()
        public static func += (lhs: inout Demand, rhs: Demand) {}
        public static func -= (lhs: inout Demand, rhs: Int) {}
        public static func < (lhs: Demand, rhs: Demand) -> Bool { false }
    }
}
@frozen public struct AnyPublisher<Output, Failure: Error>: Publisher {
    public init<P: Publisher>(_ publisher: P) where Output == P.Output, Failure == P.Failure {}
    public func receive<S>(subscriber: S) where Output == S.Input, Failure == S.Failure, S: Subscriber {}
}
extension Publisher {
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
