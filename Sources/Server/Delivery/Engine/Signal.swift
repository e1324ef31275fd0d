internal import Locking
internal import Timekeeping

/// Wakes one waiting task; a call that comes while nobody waits is kept for the next wait.
///
/// Between the call and the end of the wait, virtual time is held.
final class Signal: Sendable {
    private struct State {
        var pending: BusyHold?
        var waiter: CheckedContinuation<BusyHold?, Never>?
        var isClosed = false
    }

    private let time: any TimeSource
    private let owner: String
    private let state = Locked(State())

    init(_ owner: String, time: any TimeSource) {
        self.owner = owner
        self.time = time
    }

    /// Wakes whoever waits.
    func wake() {
        let waiter = state.withLock { state -> CheckedContinuation<BusyHold?, Never>? in
            guard let waiter = state.waiter else {
                if state.pending == nil, !state.isClosed { state.pending = time.hold(owner) }
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume(returning: time.hold(owner))
    }

    /// Forgets a call that nobody waited for; later ones are ignored.
    func close() {
        let pending = state.withLock { state -> BusyHold? in
            state.isClosed = true
            defer { state.pending = nil }
            return state.pending
        }
        pending?.release()
    }

    /// Waits for a call, or until the deadline; returns with a hold on virtual time.
    func wait(until deadline: Duration?) async -> BusyHold {
        let pending = state.withLock { state -> BusyHold? in
            defer { state.pending = nil }
            return state.pending
        }
        if let pending { return pending }
        guard let deadline else { return await next() ?? time.hold(owner) }
        let (time, owner) = (time, owner)
        return await withTaskGroup(of: BusyHold?.self) { group in
            group.addTask { await self.next() }
            group.addTask { try? await time.sleep(until: deadline, thenHold: owner) }
            let first = await group.next() ?? nil
            group.cancelAll()
            // Both may have come at the same moment: one hold is enough.
            for await other in group { if first != nil { other?.release() } else if let other { return other } }
            return first ?? time.hold(owner)
        }
    }

    private func next() async -> BusyHold? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> (BusyHold?, now: Bool) in
                    if Task.isCancelled { return (nil, true) }
                    if let pending = state.pending {
                        state.pending = nil
                        return (pending, true)
                    }
                    state.waiter = continuation
                    return (nil, false)
                }
                if ready.now { continuation.resume(returning: ready.0) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<BusyHold?, Never>? in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: nil)
        }
    }
}
