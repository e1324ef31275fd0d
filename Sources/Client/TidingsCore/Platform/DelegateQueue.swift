import Foundation

/// The queue on which a session calls its delegate.
enum DelegateQueue {
    /// A queue that takes the pieces of a response no faster than they are dealt with.
    static func make() -> OperationQueue? {
        #if os(Linux)
            ImmediateQueue()
        #else
            nil
        #endif
    }
}

#if os(Linux)
    /// Does at once what it is given, on the thread that read it from the network.
    ///
    /// Foundation on Linux queues the pieces of a response without end, so that a fast server would fill the memory of a
    /// process that may have little. Unchecked: it has no state of its own.
    private final class ImmediateQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
#endif
