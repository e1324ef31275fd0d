internal import Foundation

/// A value that one thread at a time may touch.
///
/// Unlike `Timekeeping.Locked` it also guards objects that are not `Sendable`, as most of Apple's are.
/// A pthread mutex, because thread sanitizer understands it. Never call foreign code while holding it.
package final class Guarded<Value>: @unchecked Sendable {
    // `mutex` protects `value`: nothing else reads or writes it.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Wraps a first value.
    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs a short piece of work with the value to itself.
    package func with<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
