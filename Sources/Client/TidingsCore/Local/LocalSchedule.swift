package import Foundation
package import PushModel

/// The plans of this phone, as a value: what the server and the app said about them, and what the system should have.
package struct LocalSchedule: Codable, Sendable, Equatable {
    /// The most notifications that the system keeps for an app; beyond it, it drops some.
    package static let systemLimit = 64
    /// The most plans that are kept; beyond it the latest are not taken.
    package static let capacity = 1_000
    /// How long what was said is remembered, in seconds: longer than a push can be on its way.
    package static let memory: TimeInterval = 40 * 86_400

    private struct Mark: Codable, Equatable {
        var order: LocalOrder
        var date: Date
    }

    /// The plans that are still to come, by name.
    package private(set) var entries: [String: LocalEntry] = [:]
    /// The newest that was said under a name, also after the plan is over.
    private var said: [String: Mark] = [:]
    private var cancellations: [String: Mark] = [:]
    /// What the server is still to be told; nil for nothing.
    private var withdrawn: [LocalWithdrawal]?

    /// Starts without plans.
    package init() {}

    /// What a plan came to.
    package enum Answer: Sendable, Equatable {
        /// It counts from now on.
        case taken
        /// Something newer was said before, or the same.
        case outdated
        /// Its time has passed, or is none.
        case late
        /// There are too many.
        case full
    }

    // MARK: What is said

    /// Takes a plan unless something newer was said under its name.
    package mutating func add(_ entry: LocalEntry, now: Date, zone: TimeZone) -> Answer {
        guard let plan = entry.plan, let due = LocalDue(plan, in: zone) else { return .late }
        guard said[plan.id].map({ entry.order.isNewer(than: $0.order) }) ?? true,
            !cancellations.contains(where: {
                LocalPlan.name(plan.id, isWithin: $0.key) && !entry.order.isNewer(than: $0.value.order)
            })
        else { return .outdated }
        guard entries[plan.id] != nil || entries.count < Self.capacity else { return .full }
        said[plan.id] = Mark(order: entry.order, date: now)
        if entries[plan.id]?.isAcknowledged == true { withdraw(plan.id, .replaced) }
        guard due.date > now else {
            entries[plan.id] = nil
            return .late
        }
        var entry = entry
        // What the system has under this name stands until it is replaced.
        entry.scheduled = nil
        entries[plan.id] = entry
        return .taken
    }

    /// Makes plans void, also those that are still on their way; newer ones stay.
    package mutating func cancel(_ cancellation: LocalCancellation, message: String, now: Date) {
        let order = LocalOrder(version: cancellation.version, message: message)
        remove(.canceled) { name, entry in
            LocalPlan.name(name, isWithin: cancellation.id) && !entry.order.isNewer(than: order)
        }
        if let known = cancellations[cancellation.id], !order.isNewer(than: known.order) { return }
        cancellations[cancellation.id] = Mark(order: order, date: now)
    }

    /// The app makes plans void that are there now.
    package mutating func cancel(_ name: String) {
        remove(.canceled) { planned, _ in LocalPlan.name(planned, isWithin: name) }
    }

    /// Something happened that makes plans void; true if there were any.
    package mutating func cancel(on event: String) -> Bool {
        let count = entries.count
        remove(.canceled) { $1.plan?.cancelOn?.contains(event) ?? false }
        return entries.count != count
    }

    /// The app wants none of a plan, in whatever way it comes again.
    package mutating func refuse(_ plan: String, order: LocalOrder, now: Date) {
        guard said[plan].map({ order.isNewer(than: $0.order) }) ?? true else { return }
        said[plan] = Mark(order: order, date: now)
        remove(.replaced) { name, _ in name == plan }
        let refusal = LocalWithdrawal(plan: plan, message: order.message, change: 1, reason: .refused)
        withdrawn = (withdrawn ?? []) + [refusal]
    }

    /// Whoever uses the app leaves it, and their plans do not stay.
    package mutating func leave() {
        remove(.signedOut) { $1.isAcknowledged }
        entries = [:]
    }

    /// What the server is to be told of plans that the system does not have any more, in its order.
    package mutating func takeWithdrawals() -> [LocalWithdrawal] {
        defer { withdrawn = nil }
        return withdrawn ?? []
    }

    private mutating func remove(_ reason: LocalWithdrawal.Reason, _ goes: (String, LocalEntry) -> Bool) {
        for name in entries.filter({ goes($0.key, $0.value) }).keys.sorted() {
            withdraw(name, reason)
            entries[name] = nil
        }
    }

    private mutating func withdraw(_ name: String, _ reason: LocalWithdrawal.Reason) {
        guard let change = entries[name]?.report(isAcknowledged: false), let message = entries[name]?.order.message
        else { return }
        withdrawn =
            (withdrawn ?? []) + [LocalWithdrawal(plan: name, message: message, change: change, reason: reason)]
    }

    // MARK: What the system should have

    /// What has to be done so that the system has the plans that come next.
    package struct Changes: Sendable, Equatable {
        /// Names of the system to take away.
        package var remove: [String] = []
        /// Plans to hand over, the next first.
        package var add: [(name: String, due: LocalDue)] = []
        /// Plans whose time has come: the system had them.
        package var fired: [String: LocalEntry] = [:]
        /// Plans whose time has come while the system had no place for them.
        package var missed: [String] = []

        /// Whether both say the same.
        package static func == (left: Changes, right: Changes) -> Bool {
            left.remove == right.remove && left.add.map(\.name) == right.add.map(\.name)
                && left.add.map(\.due) == right.add.map(\.due) && left.fired == right.fired
                && left.missed == right.missed
        }
    }

    /// Ends what is over, and says what the system should have of the rest.
    ///
    /// The soonest plans get the places that other notifications of the app leave.
    package mutating func settle(
        now: Date, zone: TimeZone, recipients: Set<String>, pending: [String]
    ) -> Changes {
        var changes = Changes()
        forget(before: now.addingTimeInterval(-Self.memory))
        entries = entries.filter { recipients.contains($0.value.subscriber) }
        var coming: [(name: String, due: LocalDue)] = []
        for (name, entry) in entries {
            guard let due = entry.plan.flatMap({ LocalDue($0, in: zone) }) else {
                entries[name] = nil
                continue
            }
            if due.date > now {
                coming.append((name, due))
            } else {
                entries[name] = nil
                if entry.scheduled == nil { changes.missed.append(name) } else { changes.fired[name] = entry }
            }
        }
        coming.sort { ($0.due.date, $0.name) < ($1.due.date, $1.name) }
        let own = Set(pending.filter { $0.hasPrefix(LocalEntry.prefix) })
        let places = max(0, Self.systemLimit - (pending.count - own.count))
        for late in coming.dropFirst(places) {
            entries[late.name]?.scheduled = nil
            if entries[late.name]?.isAcknowledged == true { withdraw(late.name, .noPlace) }
        }
        let window = coming.prefix(places)
        let wanted = Set(window.map { LocalEntry.prefix + $0.name })
        changes.remove = own.subtracting(wanted).sorted()
        changes.add = window.filter {
            !own.contains(LocalEntry.prefix + $0.name) || entries[$0.name]?.scheduled != $0.due.components
        }
        changes.missed.sort()
        return changes
    }

    /// The system has a plan.
    ///
    /// - Returns: The number of the report to the server; nil if it knows.
    package mutating func noteScheduled(_ name: String, as components: DateComponents) -> Int? {
        entries[name]?.scheduled = components
        guard entries[name]?.isAcknowledged == false else { return nil }
        return entries[name]?.report(isAcknowledged: true)
    }

    /// A plan cannot be read any more.
    package mutating func drop(_ name: String) { remove(.unreadable) { planned, _ in planned == name } }

    private mutating func forget(before date: Date) {
        said = said.filter { $0.value.date >= date || entries[$0.key] != nil }
        cancellations = cancellations.filter { $0.value.date >= date }
    }
}
