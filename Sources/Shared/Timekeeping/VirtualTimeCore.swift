import Dispatch
import Foundation
import Locking

/// What a virtual time and its driver thread share; it outlives whichever of the two ends first.
final class VirtualTimeCore: Sendable {
    let state: Locked<VirtualTimeState>
    let stallLimit: Duration
    let settling: Duration
    private let onStall: @Sendable (VirtualTime.Stall) -> Void
    private let wakeDriver = DispatchSemaphore(value: 0)

    /// How long the threads may be busy before time goes on without them: a program need not serve its main queue.
    private let threadLimit: Duration = .seconds(2)

    /// A woken task that has not run after this long belongs to a frozen process; time goes on without it.
    private let wakeUpLimit: Duration = .seconds(1)

    init(
        now: Date, stallLimit: Duration, settling: Duration,
        onStall: @escaping @Sendable (VirtualTime.Stall) -> Void
    ) {
        state = Locked(VirtualTimeState(start: now))
        self.stallLimit = stallLimit
        self.settling = settling
        self.onStall = onStall
    }

    /// Changes the state, then does what follows from it outside the lock.
    func update<Result: Sendable>(_ body: (inout VirtualTimeState) -> Result) -> Result {
        let (result, observers, wake) = state.withLock { state in
            let result = body(&state)
            let needsDriver = state.isAutomatic || !state.holds.isEmpty
            if needsDriver, !state.driverIsRunning, !state.isStopped {
                state.driverIsRunning = true
                startDriver()
            }
            let wake = state.mustWakeDriver()
            return (result, state.satisfiedObservers(), wake)
        }
        for observer in observers { observer.continuation.resume() }
        if wake { wakeDriver.signal() }
        return result
    }

    func endHold(_ id: UInt64) {
        _ = update { $0.removeHold(id) }
    }

    /// Wakes those who wait for the earliest deadline within the limit; false when there are none.
    func wakeNext(notAfter limit: Duration?) -> Bool {
        let woken = update { $0.wakeNext(notAfter: limit) }
        for one in woken { one.resume() }
        return !woken.isEmpty
    }

    // MARK: Driver

    private func startDriver() {
        // A thread of its own: the cooperative pool may be full of the very work that is being watched.
        let thread = Thread { [self] in drive() }
        thread.name = "virtual time"
        thread.start()
    }

    private func drive() {
        var watch = Watch()
        while let turn = update({ takeTurn(&$0, &watch) }) {
            for one in turn.woken { one.resume() }
            for hold in turn.stalled {
                onStall(VirtualTime.Stall(owner: hold.owner, age: hold.since.duration(to: .now)))
            }
            if let activity = turn.question { askThreads(activity) }
            if let timeout = turn.timeout {
                _ = wakeDriver.wait(timeout: .now() + max(timeout.seconds, 0.000_05))
            } else {
                wakeDriver.wait()
            }
        }
    }

    /// Finds out how long it takes until the main thread, and then one of the pool, have time: what waits for one of them holds
    /// nothing.
    private func askThreads(_ activity: UInt64) {
        let since = ContinuousClock.now
        DispatchQueue.main.async { [weak self] in
            DispatchQueue.global().async { [weak self] in
                guard let self else { return }
                let delay = since.duration(to: .now)
                state.withLock { $0.answer = .init(activity: activity, delay: delay) }
                wakeDriver.signal()
            }
        }
    }

    /// What the driver remembers from turn to turn.
    private struct Watch {
        var activity: UInt64?
        var quietSince = ContinuousClock.now
        /// What the threads were asked last.
        var asked: UInt64?
        var threadsAnswer = true
    }

    private struct Turn {
        var woken: [VirtualTimeState.Woken] = []
        var stalled: [VirtualTimeState.Hold] = []
        var timeout: Duration?
        /// What the threads are asked.
        var question: UInt64?
    }

    /// Decides under the lock what the driver does next; nil ends it.
    private func takeTurn(_ state: inout VirtualTimeState, _ watch: inout Watch) -> Turn? {
        if state.isStopped { return nil }
        let instant = ContinuousClock.now
        var turn = Turn()
        state.hasNewWakeUp = false
        (turn.stalled, turn.timeout) = state.removeStalled(at: instant, limit: stallLimit, wakeUpLimit: wakeUpLimit)
        guard state.isReadyToMove else {
            state.driverWait = turn.timeout == nil ? .forHold : .forMove
            return turn
        }
        state.driverWait = .none
        if state.answer?.activity == watch.asked { watch.threadsAnswer = true }
        if state.activity != watch.activity {
            watch.activity = state.activity
            watch.quietSince = instant
            if watch.threadsAnswer {
                watch.asked = state.activity
                turn.question = state.activity
            }
        }
        let left = quietTime(state, watch) - watch.quietSince.duration(to: instant)
        turn.timeout = max(left, .zero)
        guard left <= .zero else { return turn }
        watch.threadsAnswer = state.answer?.activity == watch.asked
        turn.woken = state.wakeNext(notAfter: state.horizon)
        return turn
    }

    /// How long nothing may have happened before nobody is taken to be busy: longer where threads have to wait for processors.
    private func quietTime(_ state: VirtualTimeState, _ watch: Watch) -> Duration {
        guard watch.threadsAnswer else { return settling }
        guard let answer = state.answer, answer.activity == state.activity else { return threadLimit }
        return max(settling, min(answer.delay * 4, threadLimit))
    }
}
