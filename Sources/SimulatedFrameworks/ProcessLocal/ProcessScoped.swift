import Locking

/// A variable that every simulated process has its own copy of, where a real process would have a global.
///
/// Declare it as a `static let`. Each process builds its first value when it first asks; the value dies with the process.
public final class ProcessScoped<Value>: Sendable {
    private let initial: @Sendable () -> Value

    /// Describes how a process makes its first value.
    public init(_ initial: @escaping @Sendable () -> Value) { self.initial = initial }

    /// Calls the body with this process's copy, under the lock of the process.
    ///
    /// The body must not suspend and must not ask for another process-scoped value.
    public func withValue<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try withValue(of: SimulatedProcess.current, body)
    }

    /// Reads or replaces this process's copy.
    public var value: Value {
        get { withValue { $0 } }
        set { withValue { $0 = newValue } }
    }

    /// Calls the body with the copy of a given process.
    package func withValue<Result>(of process: SimulatedProcess, _ body: (inout Value) throws -> Result) rethrows
        -> Result
    {
        let box = process.box(for: ObjectIdentifier(self)) { Locked<Value>(self.initial()) }
        return try box.withLockUnchecked { try body(&$0) }
    }
}
