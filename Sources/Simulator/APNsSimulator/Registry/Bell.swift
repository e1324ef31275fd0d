import Timekeeping

/// Wakes those who wait for something to happen, without losing a ring between their look and their wait.
///
/// Read `count`, look at what you wait for, then `wait(beyond:)` that count.
final class Bell: Sendable {
    private struct State {
        var count = 0
        var nextID = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    /// How often the bell has rung.
    var count: Int { state.withLock { $0.count } }

    /// Wakes everyone who waits.
    func ring() {
        let woken = state.withLock { state in
            state.count += 1
            guard !state.waiting.isEmpty else { return [CheckedContinuation<Void, Never>]() }
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
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.count == count, !Task.isCancelled else { return true }
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
