import PushModel

/// What APNs keeps for a device that is offline: per app, and per channel, the newest push, until it expires.
struct Store: Sendable {
    /// APNs keeps nothing longer than this many seconds, whatever `apns-expiration` says.
    static let longestSeconds: Int64 = 30 * 86_400

    struct Entry {
        var push: AcceptedPush
        var environment: APNsSimulator.Environment
        /// Where it is counted what becomes of it.
        var counters: DeliveryCounters?
        var until: Int64
        var order: Int
    }

    private var entries: [String: Entry] = [:]
    private var order = 0

    /// Keeps a push in its app's only place, unless it may not be stored.
    ///
    /// - Returns: Whether it is kept.
    mutating func keep(
        _ push: AcceptedPush, _ environment: APNsSimulator.Environment, counters: DeliveryCounters? = nil, now: Int64,
        longest: Int64 = Store.longestSeconds
    ) -> Bool {
        let until = min(push.expiration ?? .max, now + longest)
        guard until > now else { return false }
        order += 1
        let entry = Entry(push: push, environment: environment, counters: counters, until: until, order: order)
        let replaced = entries.updateValue(entry, forKey: push.channelID ?? push.bundleID)
        replaced?.counters?.add(replaced.map { $0.until > now } == true ? .discardedReplaced : .discardedExpired)
        return true
    }

    /// Hands out what has not expired, oldest first, and keeps nothing.
    mutating func takeAll(now: Int64) -> [Entry] {
        defer { entries = [:] }
        for entry in entries.values where entry.until <= now { entry.counters?.add(.discardedExpired) }
        return entries.values.filter { $0.until > now }.sorted { $0.order < $1.order }
    }

    /// What is kept, oldest first.
    var all: [Entry] { entries.values.sorted { $0.order < $1.order } }

    /// Whether a push of this priority is kept.
    func holds(priority: Int) -> Bool { entries.values.contains { $0.push.priority == priority } }

    /// Forgets what is kept for a token that went out of use.
    mutating func discard(token: String) {
        entries = entries.filter { $0.value.push.token != token }
    }
}
