import PushModel

/// What a device is like, what it has received, and what waits for it: decides what becomes of each push.
///
/// A value without a clock; `Device` guards it and says what time it is.
struct DeviceState: Sendable {
    /// Whether the device can be reached.
    var isOnline = true
    /// Whether pushes of priority 5 and 1 wait until power need not be saved.
    var isSavingPower = false
    /// Whether the device is in use; otherwise pushes of priority 5 come in bursts, and those of priority 1 with others.
    var isAwake = true
    /// The tokens whose app may show nothing.
    var disabled: Set<String> = []
    /// How many background pushes an app is given in an hour.
    var budget: BackgroundBudget

    private(set) var inbox: Inbox
    private(set) var screen: Screen
    private var store = Store()
    private let keeping: DeliveryBudget
    private var burstInterval: Int64
    /// When those of priority 5 that wait for a device at rest are handed out together.
    private var burstDue: Int64?

    init(_ rules: DeviceRules) {
        budget = BackgroundBudget(limit: rules.backgroundPushesPerHour)
        burstInterval = rules.burstInterval
        keeping = rules.keeping
        inbox = Inbox(limit: rules.logLimit)
        screen = Screen(limit: rules.logLimit)
    }

    /// Takes a push to one of the device's tokens.
    mutating func receive(
        _ push: AcceptedPush, _ environment: APNsSimulator.Environment, _ counters: DeliveryCounters?,
        milliseconds: Int64
    ) -> Device.Fate {
        if !disabled.isEmpty, push.pushType == .alert, disabled.contains(push.token) {
            counters?.add(.discardedDisabled)
            return .discarded
        }
        catchUp(milliseconds)
        guard isOnline, push.priority == 10 || isAwake && !isSavingPower else {
            let isKept = store.keep(push, environment, counters: counters, now: milliseconds / 1000)
            counters?.add(isKept ? (isOnline ? .storedPower : .storedOffline) : .discardedExpired)
            if isKept, push.priority == 5, isOnline, burstDue == nil { burstDue = milliseconds + burstInterval }
            return isKept ? .stored : .discarded
        }
        let fate = handOver(push, environment, counters, .delivered, milliseconds)
        // What wakes the device takes along what has waited for that.
        if !isAwake, !isSavingPower { release(milliseconds) }
        return fate
    }

    /// Takes a broadcast: at once, or the newest of the channel when online again.
    mutating func receiveBroadcast(
        _ push: AcceptedPush, _ environment: APNsSimulator.Environment, keepsNewest: Bool, milliseconds: Int64
    ) -> Bool {
        guard isOnline else {
            if keepsNewest {
                _ = store.keep(push, environment, now: milliseconds / 1000, longest: ChannelBook.longestSeconds)
            }
            return false
        }
        deliver(push, environment, milliseconds)
        return true
    }

    /// Hands out what no longer has to wait, after the device has changed.
    mutating func settle(_ milliseconds: Int64) {
        catchUp(milliseconds)
        if isAwake || store.holds(priority: 10) {
            release(milliseconds)
        } else if isOnline, !isSavingPower, burstDue == nil, store.holds(priority: 5) {
            burstDue = milliseconds + burstInterval
        }
    }

    /// Hands out what is stored; what may wait goes on waiting while power is saved.
    private mutating func release(_ milliseconds: Int64) {
        guard isOnline else { return }
        burstDue = nil
        for entry in store.takeAll(now: milliseconds / 1000) {
            guard !isSavingPower || entry.push.priority == 10 else {
                _ = store.keep(entry.push, entry.environment, counters: entry.counters, now: milliseconds / 1000)
                continue
            }
            _ = handOver(entry.push, entry.environment, entry.counters, .deliveredFromStorage, milliseconds)
        }
    }

    /// Does what is due: the burst, and background pushes that have become affordable.
    mutating func catchUp(_ milliseconds: Int64) {
        if let burstDue, burstDue <= milliseconds {
            self.burstDue = nil
            // Priority 1 never is the reason for a burst, and one of priority 5 may have been replaced.
            if isOnline, !isSavingPower, store.holds(priority: 5) { release(milliseconds) }
        }
        guard budget.isHolding else { return }
        for entry in budget.takeAffordable(milliseconds) { deliverHeld(entry, milliseconds) }
    }

    /// The app was opened: it gets what was held for it.
    mutating func openApp(_ bundleID: String, _ milliseconds: Int64) {
        if let entry = budget.takeHeld(bundleID) { deliverHeld(entry, milliseconds) }
    }

    /// When something is due that has not happened yet.
    var nextDue: Int64? {
        // Asked for after each push: nearly always nothing is.
        guard burstDue != nil || budget.isHolding else { return nil }
        return [burstDue, budget.nextDue].compactMap { $0 }.min()
    }

    /// What waits, with the reason.
    var waiting: [APNsSimulator.WaitingPush] {
        let reason: APNsSimulator.WaitingPush.Reason =
            !isOnline ? .offline : isSavingPower ? .savingPower : .asleep
        return store.all.map { APNsSimulator.WaitingPush($0, reason) }
            + budget.held.map { APNsSimulator.WaitingPush($0, .backgroundBudget) }
    }

    /// Forgets pushes up to a number and answers those that follow.
    mutating func fetch(after sequence: Int, limit: Int) -> (pushes: [APNsSimulator.Push], next: Int) {
        inbox.acknowledge(sequence)
        guard isOnline else { return ([], sequence) }
        let pushes = inbox.waiting(limit)
        return (pushes, pushes.last?.sequence ?? min(sequence, inbox.last))
    }

    /// Forgets what was received before a position among all bytes.
    mutating func forget(before position: Int) {
        inbox.forget(before: position)
        screen.forget(before: position)
    }

    /// The app is gone: nothing of it stays.
    mutating func removeApp(_ bundleID: String, token: String) {
        store.discard(token: token)
        budget.discard(bundleID)
        screen.clear(bundleID: bundleID)
    }

    private mutating func handOver(
        _ push: AcceptedPush, _ environment: APNsSimulator.Environment, _ counters: DeliveryCounters?,
        _ cause: DeliveryCause, _ milliseconds: Int64
    ) -> Device.Fate {
        if push.pushType == .background, !budget.spend(push.bundleID, milliseconds) {
            counters?.add(.heldBudget)
            budget.hold(
                Store.Entry(push: push, environment: environment, counters: counters, until: .max, order: 0),
                milliseconds)
            return .held
        }
        counters?.add(cause)
        deliver(push, environment, milliseconds)
        return .delivered
    }

    private mutating func deliverHeld(_ entry: Store.Entry, _ milliseconds: Int64) {
        entry.counters?.add(.deliveredFromStorage)
        deliver(entry.push, entry.environment, milliseconds)
    }

    private mutating func deliver(
        _ push: AcceptedPush, _ environment: APNsSimulator.Environment, _ milliseconds: Int64
    ) {
        let arrival = Arrival(
            push: push, environment: environment, receivedAt: milliseconds, position: keeping.charge(push))
        inbox.append(arrival)
        screen.show(arrival)
    }
}

/// What devices have in common.
struct DeviceRules: Sendable {
    /// How many pushes wait for a courier, and how many entries the screen holds.
    var logLimit: Int
    /// What bounds the bytes that all devices keep together.
    var keeping: DeliveryBudget
    /// How many background pushes an app is given in an hour; nil for any number.
    var backgroundPushesPerHour: Int?
    /// Milliseconds between the bursts of a device at rest.
    var burstInterval: Int64
}
