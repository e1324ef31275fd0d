import Locking
import Synchronization
import Timekeeping

/// Wakes those who wait for something to happen, without losing a ring between their look and their wait.
///
/// Read `count`, look at what you wait for, then `wait(beyond:)` that count.
final class Bell: Sendable {
    private struct State {
        var nextID = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())
    // Ringing is frequent and waiting is rare. Whoever rings counts first and then looks for waiters, whoever waits
    // announces it first and then looks at the count: one of the two sees the other.
    private let rung = Atomic(0)
    private let waiters = Atomic(0)

    /// How often the bell has rung.
    var count: Int { rung.load(ordering: .sequentiallyConsistent) }

    /// Wakes everyone who waits.
    func ring() {
        rung.add(1, ordering: .sequentiallyConsistent)
        guard waiters.load(ordering: .sequentiallyConsistent) > 0 else { return }
        let woken = state.withLock { state in
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns when the bell has rung more often than `count`, or the task is cancelled.
    func wait(beyond count: Int) async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        waiters.add(1, ordering: .sequentiallyConsistent)
        defer { waiters.subtract(1, ordering: .sequentiallyConsistent) }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard self.count == count, !Task.isCancelled else { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }

    /// The same with a limit in real time: how long a network peer is kept waiting is no matter of the simulated clock.
    func wait(beyond count: Int, upTo limit: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(beyond: count) }
            group.addTask { try? await SystemTime().sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }
}
