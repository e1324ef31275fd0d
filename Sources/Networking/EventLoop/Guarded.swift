#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A value that many threads may touch, one at a time.
///
/// The networking layer's own `Locked`, named apart from the one in `Timekeeping`. A pthread mutex: the thread sanitizer understands it, unlike `Synchronization.Mutex`. Keep what happens inside short,
/// never await and never call out.
package final class Guarded<Value>: @unchecked Sendable {
    // Unchecked: `value` is only read or written between lock and unlock of `mutex`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Creates the lock around a first value.
    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        let result = pthread_mutex_init(mutex, nil)
        precondition(result == 0, "a mutex with default attributes can always be made")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` while no other thread can touch the value.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
