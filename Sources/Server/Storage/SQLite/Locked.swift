import Foundation

/// A value that only one thread at a time can reach.
final class Locked<Value>: @unchecked Sendable {
    // Protects `value`. A pthread lock, because the thread sanitizer understands it.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs `body` with the value; keep it short, and never wait inside.
    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
