import Foundation

/// The bookkeeping of virtual time as a plain value; whoever holds the lock performs what it returns.
struct VirtualTimeState {
    /// A task that waits for its deadline.
    struct Sleeper {
        let id: UInt64
        let deadline: Duration
        /// Set when the sleeper wants to wake up with this owner's hold out.
        let owner: String?
        /// Gets the id of the hold that is taken for the sleeper when it wakes up.
        let continuation: CheckedContinuation<UInt64, any Error>
    }

    /// A sleeper whose time has come, and its hold.
    struct Woken {
        let sleeper: Sleeper
        let hold: UInt64

        func resume() { sleeper.continuation.resume(returning: hold) }
    }

    /// Work in progress.
    struct Hold {
        let owner: String
        let since: ContinuousClock.Instant
        /// True for the hold that time itself takes for a sleeper it woke, until that task runs.
        let isWakeUp: Bool
    }

    /// A task that waits for this state to reach a condition.
    struct Observer {
        enum Condition {
            case sleepers(Int)
            case sleepersWaking(Int, after: Duration)
            case noHolds(from: UInt64)
        }
        let id: UInt64
        let condition: Condition
        let continuation: CheckedContinuation<Void, Never>
    }

    var uptime: Duration = .zero
    var start: Date
    private(set) var sleepers: [Sleeper] = []
    private(set) var holds: [UInt64: Hold] = [:]
    private var observers: [Observer] = []
    private var nextID: UInt64 = 0

    /// Counts what anybody did, so that the driver can tell whether the process is still busy.
    private(set) var activity: UInt64 = 0

    /// When the threads that work without a hold had time.
    struct ThreadAnswer {
        /// The activity after which they were asked.
        let activity: UInt64
        /// How long that took.
        let delay: Duration
    }

    /// What the threads answered last.
    var answer: ThreadAnswer?

    var isAutomatic = false
    /// How far time moves by itself; nil is no bound.
    var horizon: Duration?
    var isStopped = false
    var driverIsRunning = false
    var driverWait = DriverWait.none
    /// True when a hold was added that ends sooner than what the driver waits for.
    var hasNewWakeUp = false

    /// What the driver thread waits for, hence what is worth waking it up for.
    enum DriverWait {
        /// It runs, or looks again in a moment anyway.
        case none
        /// The end of a hold, or the moment when that hold is too old.
        case forMove
        /// Anything at all.
        case forHold
    }

    /// True once for each thing that the driver has to know of.
    mutating func mustWakeDriver() -> Bool {
        let wake =
            switch driverWait {
            case .none: false
            case .forMove: isStopped || isReadyToMove || hasNewWakeUp
            case .forHold: isStopped || isReadyToMove || !holds.isEmpty
            }
        if wake { driverWait = .none }
        return wake
    }

    init(start: Date) { self.start = start }

    mutating func newID() -> UInt64 {
        nextID += 1
        return nextID
    }

    var now: Date { start.addingTimeInterval(uptime.seconds) }

    /// The next sleeper that time may move to by itself.
    var isReadyToMove: Bool {
        guard isAutomatic, holds.isEmpty, let next = sleepers.first else { return false }
        return horizon.map { next.deadline <= $0 } ?? true
    }

    // MARK: Sleepers

    /// Keeps the list in the order of deadlines; equal deadlines stay in the order of arrival.
    mutating func insert(_ sleeper: Sleeper) {
        activity += 1
        var low = 0
        var high = sleepers.count
        while low < high {
            let middle = (low + high) / 2
            if sleepers[middle].deadline <= sleeper.deadline { low = middle + 1 } else { high = middle }
        }
        sleepers.insert(sleeper, at: low)
    }

    mutating func removeSleeper(_ id: UInt64) -> Sleeper? {
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return nil }
        activity += 1
        return sleepers.remove(at: index)
    }

    /// Moves to the earliest deadline not after the limit and takes everyone who waits for it, each with a hold.
    mutating func wakeNext(notAfter limit: Duration?) -> [Woken] {
        guard let deadline = sleepers.first?.deadline, limit.map({ deadline <= $0 }) ?? true else { return [] }
        activity += 1
        uptime = max(uptime, deadline)
        let count = sleepers.prefix { $0.deadline == deadline }.count
        let due = Array(sleepers.prefix(count))
        sleepers.removeFirst(count)
        return due.map { Woken(sleeper: $0, hold: addWakeUpHold(owner: $0.owner)) }
    }

    /// Takes the hold of a task that wakes up; without an owner it only lasts until the task runs.
    mutating func addWakeUpHold(owner: String?) -> UInt64 {
        hasNewWakeUp = hasNewWakeUp || owner == nil
        return add(Hold(owner: owner ?? "a task woken from sleep", since: .now, isWakeUp: owner == nil))
    }

    // MARK: Holds

    mutating func add(_ hold: Hold) -> UInt64 {
        activity += 1
        let id = newID()
        holds[id] = hold
        return id
    }

    mutating func removeHold(_ id: UInt64) -> Bool {
        guard holds.removeValue(forKey: id) != nil else { return false }
        activity += 1
        return true
    }

    /// Takes out the holds that are older than they may be, and says when the next one will be.
    mutating func removeStalled(
        at instant: ContinuousClock.Instant, limit: Duration, wakeUpLimit: Duration
    ) -> (stalled: [Hold], next: Duration?) {
        var stalled: [Hold] = []
        var next: Duration?
        for (id, hold) in holds {
            let left = (hold.isWakeUp ? wakeUpLimit : limit) - hold.since.duration(to: instant)
            if left <= .zero {
                holds[id] = nil
                activity += 1
                if !hold.isWakeUp { stalled.append(hold) }
            } else {
                next = min(next ?? left, left)
            }
        }
        return (stalled.sorted { $0.since < $1.since }, next)
    }

    // MARK: Observers

    func holdsTrue(_ condition: Observer.Condition) -> Bool {
        switch condition {
        case .sleepers(let count): sleepers.count >= count
        case .sleepersWaking(let count, let rest): sleepers.count { $0.deadline == uptime + rest } >= count
        case .noHolds(let mark): !holds.keys.contains { $0 > mark }
        }
    }

    mutating func add(_ observer: Observer) { observers.append(observer) }

    mutating func removeObserver(_ id: UInt64) -> Observer? {
        observers.firstIndex { $0.id == id }.map { observers.remove(at: $0) }
    }

    /// Takes out the observers whose condition has come true.
    mutating func satisfiedObservers() -> [Observer] {
        guard !observers.isEmpty else { return [] }
        let satisfied = observers.filter { holdsTrue($0.condition) }
        guard !satisfied.isEmpty else { return [] }
        observers.removeAll { observer in satisfied.contains { $0.id == observer.id } }
        return satisfied
    }
}

extension Duration {
    /// This duration in seconds, as Foundation counts them.
    package var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
