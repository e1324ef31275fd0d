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

    /// Cancels something else.
    public init<C: Cancellable>(_ canceller: C) { end = { canceller.cancel() } }

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
