import Foundation
import Locking
import Timekeeping

/// Wakes a device when something that waits is due, on the simulator's clock.
///
/// One task at most; it ends when nothing waits any more.
final class DeviceAlarm: Sendable {
    private let time: any TimeSource
    private let state = Locked<(due: Int64, task: Task<Void, Never>)?>(nil)

    init(_ time: any TimeSource) { self.time = time }

    deinit { state.withLock { $0 }?.task.cancel() }

    /// Calls `ring` with the time in milliseconds when it is due, and again for as long as that answers a later time.
    ///
    /// An alarm that is set for an earlier time already stays: it looks for itself what is due next.
    func set(_ due: Int64, now: Int64, _ ring: @escaping @Sendable (Int64) -> Int64?) {
        state.withLock { [time] state in
            if let state, state.due <= due { return }
            state?.task.cancel()
            // Read here, not in the task, which may begin later.
            let start = time.uptime
            let task = Task { [weak self] in
                var (next, now, start): (Int64?, Int64, Duration) = (due, now, start)
                while let due = next, !Task.isCancelled {
                    let wait = Duration.milliseconds(min(max(0, due - now), Self.longestWait))
                    guard (try? await time.sleep(until: start + wait)) != nil else { return }
                    (now, start) = (Self.milliseconds(time), time.uptime)
                    next = ring(now)
                    guard let self, self.moved(from: due, to: next) else { return }
                }
            }
            state = (due, task)
        }
    }

    /// Milliseconds since 1970.
    var milliseconds: Int64 { Self.milliseconds(time) }

    private static func milliseconds(_ time: any TimeSource) -> Int64 {
        Int64((time.now.timeIntervalSince1970 * 1000).rounded(.down))
    }

    /// A day; longer waits look at the clock in between.
    private static let longestWait: Int64 = 86_400_000

    /// Notes what is due next; false when another task has taken over.
    private func moved(from due: Int64, to next: Int64?) -> Bool {
        state.withLock { state in
            guard let current = state, current.due == due else { return false }
            state = next.map { ($0, current.task) }
            return true
        }
    }
}
