import Foundation
import Locking

/// A disk that does not answer before it is let go.
final class SlowDisk: Sendable {
    private let isReleased = DispatchSemaphore(value: 0)
    private let isLate = Locked(false)

    /// What whoever touches the disk does first: stands still, thread and all.
    func touch() {
        // So that a main thread that waits fails the test instead of all others.
        if isReleased.wait(timeout: .now() + 10) == .timedOut { isLate.withLock { $0 = true } }
        isReleased.signal()
    }

    /// Whether somebody waited until the time was over.
    var wasLate: Bool { isLate.withLock { $0 } }

    /// Lets everybody go on.
    func release() { isReleased.signal() }
}
