import EventLoop
import Locking

/// Threads that several clients share, so that many credentials do not mean many threads.
public final class APNsThreads: Sendable {
    let loops: [EventLoop]
    private let next = Locked(0)

    /// Starts the threads; one serves tens of thousands of pushes a second.
    public init(count: Int = 1) throws(APNsError) {
        var loops: [EventLoop] = []
        for index in 0..<max(1, count) {
            do {
                loops.append(try EventLoop(name: "apns-\(index)"))
            } catch {
                for loop in loops { loop.shutdown() }
                throw APNsError(.invalidConfiguration, detail: "\(error)")
            }
        }
        self.loops = loops
    }

    /// Ends the threads; close the clients before.
    public func shutdown() {
        for loop in loops { loop.shutdown() }
    }

    /// The loop for the next connection, in turn.
    func nextLoop() -> EventLoop {
        next.withLock { next in
            defer { next = (next + 1) % loops.count }
            return loops[next]
        }
    }
}
