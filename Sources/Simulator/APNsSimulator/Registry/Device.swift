import Locking
import PushModel

/// One simulated device as APNs sees it: reachable or not, with an inbox for its courier and a screen of its own.
package final class Device: Sendable {
    /// The id that the control API uses.
    package let id: String
    /// A name for people.
    package let name: String
    let bell = Bell()
    private let state: Locked<State>

    private struct State {
        var isOnline = true
        /// Whether pushes that may wait have to.
        var isSavingPower = false
        /// The tokens whose app may show nothing.
        var disabled: Set<String> = []
        var inbox: Inbox
        var screen: Screen
        var store = Store()
    }

    /// What became of a push that was accepted for the device.
    package enum Fate: String, Sendable, Codable {
        /// The device was online and has it.
        case delivered
        /// The device is offline or saves power; the push waits in its app's place.
        case stored
        /// The device is offline and the push may not be stored, or its app is gone.
        case discarded
    }

    init(id: String, name: String, logLimit: Int) {
        self.id = id
        self.name = name
        state = Locked(State(inbox: Inbox(limit: logLimit), screen: Screen(limit: logLimit)))
    }

    /// Whether the device can be reached.
    package var isOnline: Bool { state.withLock { $0.isOnline } }

    /// The ledger of the light device.
    package var screen: [APNsSimulator.ScreenEntry] {
        let screen = state.withLock { $0.screen }
        return screen.visible
    }

    func receive(
        _ push: AcceptedPush, _ environment: APNsSimulator.Environment, counters: DeliveryCounters? = nil,
        milliseconds: Int64
    ) -> Fate {
        let fate: Fate = state.withLock { state in
            if !state.disabled.isEmpty, push.pushType == .alert, state.disabled.contains(push.token) {
                counters?.add(.discardedDisabled)
                return .discarded
            }
            guard state.isOnline, !state.isSavingPower || push.priority == 10 else {
                let why: DeliveryCause = state.isOnline ? .storedPower : .storedOffline
                let isKept = state.store.keep(push, environment, counters: counters, now: milliseconds / 1000)
                counters?.add(isKept ? why : .discardedExpired)
                return isKept ? .stored : .discarded
            }
            Self.deliver(push, environment, milliseconds, &state)
            counters?.add(.delivered)
            return .delivered
        }
        if fate == .delivered { bell.ring() }
        return fate
    }

    /// Lets pushes of priority 5 and 1 wait, or hands out those that have waited.
    func setSavingPower(_ isSaving: Bool, milliseconds: Int64) {
        state.withLock { state in
            state.isSavingPower = isSaving
            if !isSaving, state.isOnline { Self.release(milliseconds, &state) }
        }
        bell.ring()
    }

    /// Whether pushes of priority 5 and 1 wait.
    var isSavingPower: Bool { state.withLock { $0.isSavingPower } }

    /// Lets alerts for a token through, or has APNs discard them as the app may show nothing.
    func setEnabled(_ isEnabled: Bool, token: String) {
        state.withLock { state in
            if isEnabled { state.disabled.remove(token) } else { state.disabled.insert(token) }
        }
    }

    /// Takes a broadcast: at once, or the newest of the channel when online again.
    func receiveBroadcast(
        _ push: AcceptedPush, _ environment: APNsSimulator.Environment, keepsNewest: Bool, milliseconds: Int64
    ) {
        let isDelivered = state.withLock { state in
            guard state.isOnline else {
                if keepsNewest {
                    _ = state.store.keep(
                        push, environment, now: milliseconds / 1000, longest: ChannelBook.longestSeconds)
                }
                return false
            }
            Self.deliver(push, environment, milliseconds, &state)
            return true
        }
        if isDelivered { bell.ring() }
    }

    /// Coming online hands out what was stored.
    func setOnline(_ isOnline: Bool, milliseconds: Int64) {
        state.withLock { state in
            state.isOnline = isOnline
            if isOnline { Self.release(milliseconds, &state) }
        }
        bell.ring()
    }

    /// Acknowledges what came up to a number and answers what came after it; an offline device gets nothing.
    func fetch(after sequence: Int, limit: Int) -> (pushes: [APNsSimulator.Push], next: Int) {
        state.withLock { state in
            state.inbox.acknowledge(sequence)
            guard state.isOnline else { return ([], sequence) }
            let pushes = state.inbox.waiting(limit)
            return (pushes, pushes.last?.sequence ?? min(sequence, state.inbox.last))
        }
    }

    /// The app is gone: nothing of it stays on the screen or in the store.
    func removeApp(_ bundleID: String, token: String) {
        state.withLock {
            $0.store.discard(token: token)
            $0.screen.clear(bundleID: bundleID)
        }
    }

    /// Hands out what is stored; while power is saved, what may wait goes on waiting.
    private static func release(_ milliseconds: Int64, _ state: inout State) {
        for entry in state.store.takeAll(now: milliseconds / 1000) {
            guard !state.isSavingPower || entry.push.priority == 10 else {
                _ = state.store.keep(
                    entry.push, entry.environment, counters: entry.counters, now: milliseconds / 1000)
                continue
            }
            deliver(entry.push, entry.environment, milliseconds, &state)
            entry.counters?.add(.deliveredFromStorage)
        }
    }

    private static func deliver(
        _ push: AcceptedPush, _ environment: APNsSimulator.Environment, _ milliseconds: Int64, _ state: inout State
    ) {
        let arrival = Arrival(push, environment, receivedAt: milliseconds)
        state.inbox.append(arrival)
        state.screen.show(arrival)
    }
}
