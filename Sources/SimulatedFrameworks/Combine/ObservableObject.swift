internal import Foundation

/// An object that says when it is about to change.
public protocol ObservableObject: AnyObject {
    /// The kind of publisher that says so.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Says that the object is about to change.
    var objectWillChange: ObjectWillChangePublisher { get }
}

/// Says that an object is about to change.
public final class ObservableObjectPublisher: Publisher {
    /// Nothing but the fact.
    public typealias Output = Void
    /// It cannot go wrong.
    public typealias Failure = Never

    private let broadcast = Broadcast<Void, Never>()

    /// Makes a publisher without listeners.
    public init() {}

    /// Says it.
    public func send() { broadcast.send(()) }

    /// Takes a subscriber in.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
        broadcast.attach(subscriber)
    }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// A publisher that the object's `@Published` properties share; one without such properties gets a new one each time.
    public var objectWillChange: ObservableObjectPublisher {
        var properties: [any PublishedProperty] = []
        var mirror: Mirror? = Mirror(reflecting: self)
        while let current = mirror {
            properties += current.children.compactMap { ($0.value as? any PublishedStorage)?.property }
            mirror = current.superclassMirror
        }
        let publisher = properties.lazy.compactMap(\.willChange).first ?? ObservableObjectPublisher()
        for property in properties { property.willChange = publisher }
        return publisher
    }
}

/// What `objectWillChange` needs of a `@Published` property.
protocol PublishedProperty: AnyObject {
    var willChange: ObservableObjectPublisher? { get set }
}
