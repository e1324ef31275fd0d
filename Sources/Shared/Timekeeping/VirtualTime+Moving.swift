public import Foundation
import Locking

extension VirtualTime {
    /// Moves the clock forward, waking sleepers in the order of their deadlines.
    ///
    /// Between two deadlines it lets the woken tasks work: it waits for the holds taken since the call and for a moment
    /// without activity, so that a loop which sleeps again is woken again within the same call.
    public func advance(by duration: Duration) async {
        await advance(to: uptime + duration)
    }

    /// Moves the clock forward to a point on the scale of the uptime.
    public func advance(to target: Duration) async {
        let mark = core.update { $0.newID() }
        while core.wakeNext(notAfter: target) { await settle(after: mark) }
        core.update { $0.uptime = max($0.uptime, target) }
    }

    /// Sets the wall clock forward or back, as a user or a time server does; the uptime does not notice.
    public func shiftWallClock(by interval: TimeInterval) {
        core.update { $0.start += interval }
    }

    /// Lets the clock move by itself whenever nobody is busy.
    ///
    /// - Parameter horizon: The uptime that it does not pass by itself; nil is no bound.
    public func startMoving(until horizon: Duration? = nil) {
        core.update { state in
            state.isAutomatic = true
            state.horizon = horizon
        }
    }

    /// Makes the clock stand still again.
    public func stopMoving() {
        core.update { $0.isAutomatic = false }
    }

    /// Waits until at least so many tasks sleep on this clock.
    public func waitForSleepers(_ count: Int = 1) async {
        await wait(for: .sleepers(count))
    }

    /// Waits until at least so many tasks sleep that wake up exactly so much later, whoever else sleeps.
    public func waitForSleepers(_ count: Int = 1, waking duration: Duration) async {
        await wait(for: .sleepersWaking(count, after: duration))
    }

    /// Waits until no hold is out.
    public func waitUntilIdle() async {
        await wait(for: .noHolds(from: 0))
    }

    private func wait(for condition: VirtualTimeState.Observer.Condition) async {
        let id = core.update { $0.newID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isTrue = core.update { state in
                    if Task.isCancelled || state.holdsTrue(condition) { return true }
                    state.add(VirtualTimeState.Observer(id: id, condition: condition, continuation: continuation))
                    return false
                }
                if isTrue { continuation.resume() }
            }
        } onCancel: {
            core.update { $0.removeObserver(id) }?.continuation.resume()
        }
    }

    private func settle(after mark: UInt64) async {
        var seen: UInt64?
        while true {
            await wait(for: .noHolds(from: mark))
            for _ in 0..<10 { await Task.yield() }
            let activity = core.state.withLock { $0.holdsTrue(.noHolds(from: mark)) ? $0.activity : nil }
            guard let activity else { continue }
            if activity == seen || Task.isCancelled { return }
            seen = activity
            try? await ContinuousClock().sleep(for: core.settling)
        }
    }
}
