import Locking
import PushModel
import Timekeeping

/// One simulated device as APNs sees it: reachable or not, with an inbox for its courier and a screen of its own.
package final class Device: Sendable {
    /// The id that the control API uses.
    package let id: String
    /// A name for people.
    package let name: String
    let bell = Bell()
    private let state: Locked<DeviceState>
    private let alarm: DeviceAlarm

    /// What became of a push that was accepted for the device.
    package enum Fate: String, Sendable, Codable {
        /// The device was online and has it.
        case delivered
        /// The device is offline, saves power or is at rest; the push waits in its app's place.
        case stored
        /// The device has it and keeps it from an app that has had its background pushes for this hour.
        case held
        /// The device is offline and the push may not be stored, or its app is gone.
        case discarded
    }

    init(id: String, name: String, rules: DeviceRules, time: any TimeSource) {
        self.id = id
        self.name = name
        state = Locked(DeviceState(rules))
        alarm = DeviceAlarm(time)
    }

    /// Whether the device can be reached.
    package var isOnline: Bool { state.withLock { $0.isOnline } }

    /// Whether pushes of priority 5 and 1 wait.
    var isSavingPower: Bool { state.withLock { $0.isSavingPower } }

    /// Whether the device is in use.
    var isAwake: Bool { state.withLock { $0.isAwake } }

    /// How many background pushes an app is given in an hour; nil for any number.
    var backgroundPushesPerHour: Int? { state.withLock { $0.budget.limit } }

    /// The ledger of the light device.
    package var screen: [APNsSimulator.ScreenEntry] {
        let screen = state.withLock { $0.screen }
        return screen.visible
    }

    /// What the courier cannot have yet.
    var waiting: [APNsSimulator.WaitingPush] {
        let now = alarm.milliseconds
        return state.withLock { state in
            state.catchUp(now)
            return state.waiting
        }
    }

    func receive(
        _ push: AcceptedPush, _ environment: APNsSimulator.Environment, counters: DeliveryCounters? = nil,
        milliseconds: Int64
    ) -> Fate {
        let (fate, due) = state.withLock { state in
            (state.receive(push, environment, counters, milliseconds: milliseconds), state.nextDue)
        }
        if let due { setAlarm(due, milliseconds) }
        if fate == .delivered { bell.ring() }
        return fate
    }

    /// Takes a broadcast: at once, or the newest of the channel when online again.
    func receiveBroadcast(
        _ push: AcceptedPush, _ environment: APNsSimulator.Environment, keepsNewest: Bool, milliseconds: Int64
    ) {
        let isDelivered = state.withLock {
            $0.receiveBroadcast(push, environment, keepsNewest: keepsNewest, milliseconds: milliseconds)
        }
        if isDelivered { bell.ring() }
    }

    /// Changes what the device is like, and hands out what no longer has to wait.
    func change(milliseconds: Int64, _ change: (inout DeviceState) -> Void) {
        let due: Int64? = state.withLock { state in
            change(&state)
            state.settle(milliseconds)
            return state.nextDue
        }
        if let due { setAlarm(due, milliseconds) }
        bell.ring()
    }

    /// Coming online hands out what was stored.
    func setOnline(_ isOnline: Bool, milliseconds: Int64) {
        change(milliseconds: milliseconds) { $0.isOnline = isOnline }
    }

    /// Lets pushes of priority 5 and 1 wait, or hands out those that have waited.
    func setSavingPower(_ isSaving: Bool, milliseconds: Int64) {
        change(milliseconds: milliseconds) { $0.isSavingPower = isSaving }
    }

    /// The app was opened: it gets what was held for it.
    func openApp(_ bundleID: String, milliseconds: Int64) {
        state.withLock { $0.openApp(bundleID, milliseconds) }
        bell.ring()
    }

    /// Lets alerts for a token through, or has APNs discard them as the app may show nothing.
    func setEnabled(_ isEnabled: Bool, token: String) {
        state.withLock { state in
            if isEnabled { state.disabled.remove(token) } else { state.disabled.insert(token) }
        }
    }

    /// Acknowledges what came up to a number and answers what came after it; an offline device gets nothing.
    func fetch(after sequence: Int, limit: Int) -> (pushes: [APNsSimulator.Push], next: Int) {
        let now = alarm.milliseconds
        return state.withLock { state in
            // What is due by now may not have woken the alarm yet.
            state.catchUp(now)
            return state.fetch(after: sequence, limit: limit)
        }
    }

    /// Forgets what was received before a position among all bytes, fetched or not.
    func forget(before position: Int) { state.withLock { $0.forget(before: position) } }

    /// The app is gone: nothing of it stays on the screen or in the store.
    func removeApp(_ bundleID: String, token: String) {
        state.withLock { $0.removeApp(bundleID, token: token) }
    }

    private func setAlarm(_ due: Int64, _ milliseconds: Int64) {
        alarm.set(due, now: milliseconds) { [weak self] milliseconds in
            guard let self else { return nil }
            let due: Int64? = state.withLock { state in
                state.catchUp(milliseconds)
                return state.nextDue
            }
            bell.ring()
            return due
        }
    }
}
