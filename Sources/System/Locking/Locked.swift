#if canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#else
    package import Darwin
#endif

/// A value that is only reachable while a POSIX mutex is held.
///
/// Not `Synchronization.Mutex`: the thread sanitizer on Linux does not see its ordering and reports false races.
/// Keep the closures short, never wait inside one, and never call foreign code from it.
package final class Locked<Value>: @unchecked Sendable {
    // `value` is protected by `mutex`, which lives as long as this object. That makes every access exclusive; the checks
    // at run time would cost as much as the lock.
    @exclusivity(unchecked) @usableFromInline var value: Value
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Makes a lock around a value that nobody else uses.
    package convenience init(_ value: sending Value) { self.init(unchecked: value) }

    /// Like `init(_:)`, for a value that is not `Sendable`; that nobody uses it outside the lock is up to the caller.
    package init(unchecked value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let code = pthread_mutex_init(mutex, nil)
        precondition(code == 0, "pthread_mutex_init failed with \(code)")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Runs the closure with exclusive access to the value.
    @inlinable package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Like `withLock`, for values that are not `Sendable`; that nothing of them is used outside is up to the caller.
    @inlinable package func withLockUnchecked<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
