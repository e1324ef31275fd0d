internal import Locking

/// A property that says each new value before it is set, and begins with the newest for every new listener.
@propertyWrapper
public struct Published<Value> {
    final class Storage: Sendable {
        let broadcast = Broadcast<Value, Never>()
        private let current: Locked<Value>
        private let publisher = Locked<ObservableObjectPublisher?>(nil)

        init(_ value: Value) { current = Locked(unchecked: value) }

        var value: Value {
            get { current.withLockUnchecked { $0 } }
            set {
                willChange?.send()
                broadcast.send(newValue)
                current.withLockUnchecked { $0 = newValue }
            }
        }

        var willChange: ObservableObjectPublisher? {
            get { publisher.withLockUnchecked { $0 } }
            set { publisher.withLockUnchecked { $0 = newValue } }
        }
    }

    private let storage: Storage

    /// Begins with a value.
    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }
    /// Begins with a value.
    public init(initialValue: Value) { storage = Storage(initialValue) }

    /// Only properties of classes can be published.
    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { storage.value }
        nonmutating set { storage.value = newValue }
    }

    /// The publisher of the property.
    public struct Publisher: Combine.Publisher {
        /// The property's values.
        public typealias Output = Value
        /// It cannot go wrong.
        public typealias Failure = Never

        let storage: Storage

        /// Takes a subscriber in.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            storage.broadcast.attach(subscriber, newest: { storage.value })
        }
    }

    /// The publisher of the property.
    public var projectedValue: Publisher { Publisher(storage: storage) }

    /// Reads and writes the property in its object.
    public static subscript<Object: AnyObject>(
        _enclosingInstance object: Object, wrapped wrappedKeyPath: ReferenceWritableKeyPath<Object, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Object, Published<Value>>
    ) -> Value {
        get { object[keyPath: storageKeyPath].storage.value }
        set { object[keyPath: storageKeyPath].storage.value = newValue }
    }
}

extension Published.Storage: PublishedProperty {}

/// Lets `objectWillChange` find the storage behind a property wrapper.
protocol PublishedStorage {
    var property: any PublishedProperty { get }
}

extension Published: PublishedStorage {
    var property: any PublishedProperty { storage }
}
