import CEvent

/// One libevent event, owned: it is removed from its loop and freed when this value ends.
///
/// May only live and die on the thread of its loop, or once that thread has ended.
struct OwnedEvent: ~Copyable {
    private let event: OpaquePointer

    /// What the C callback calls with the bits of `EV_READ`, `EV_WRITE`, `EV_TIMEOUT`.
    typealias Callback = @convention(c) (Int32, Int16, UnsafeMutableRawPointer?) -> Void

    /// Makes an event that is not yet waited for.
    ///
    /// `context` is handed to the callback unretained; the caller keeps it alive as long as this value.
    init(
        base: OpaquePointer, fileDescriptor: Int32 = -1, kinds: Int32, context: UnsafeMutableRawPointer?,
        callback: @escaping Callback
    ) throws(EventLoopError) {
        guard let event = event_new(base, fileDescriptor, Int16(truncatingIfNeeded: kinds), callback, context) else {
            throw EventLoopError(.outOfResources, detail: "an event")
        }
        self.event = event
    }

    deinit { event_free(event) }

    /// Starts to wait, for at most `timeout` when one is given.
    borrowing func add(timeout: Duration? = nil) throws(EventLoopError) {
        let result: Int32
        if let timeout {
            var interval = timeval(timeout)
            result = event_add(event, &interval)
        } else {
            result = event_add(event, nil)
        }
        guard result == 0 else {
            throw EventLoopError(.notWatchable, detail: "file descriptor \(event_get_fd(event))")
        }
    }

    /// Stops to wait; the event can be added again.
    borrowing func remove() { event_del(event) }

    /// Makes the callback run in the next round of the loop; safe from any thread.
    borrowing func activate() { event_active(event, 0, 0) }
}

extension timeval {
    /// Converts a duration, rounded up to a microsecond and never below zero.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = max(.zero, duration).components
        var microseconds = (attoseconds + 999_999_999_999) / 1_000_000_000_000
        let carry = microseconds / 1_000_000
        microseconds -= carry * 1_000_000
        self.init(tv_sec: Int(seconds + carry), tv_usec: .init(microseconds))
    }
}
