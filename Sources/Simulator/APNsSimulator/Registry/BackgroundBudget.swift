/// How many background pushes each app of a device is given in an hour, and what is held beyond that.
///
/// The device does this, not APNs: of what it holds for an app only the newest is kept.
struct BackgroundBudget: Sendable {
    /// The span that the limit is for, in milliseconds.
    static let span: Int64 = 3_600_000

    /// How many in any hour; nil for any number.
    var limit: Int?
    private var spent: [String: [Int64]] = [:]
    private var newest: [String: Store.Entry] = [:]

    init(limit: Int?) { self.limit = limit }

    /// Counts a background push; false when it is one too many.
    mutating func spend(_ bundleID: String, _ milliseconds: Int64) -> Bool {
        guard let limit else { return true }
        // A time that lies ahead is left from before the clock was set back.
        var times = spent[bundleID, default: []].filter { milliseconds - $0 < Self.span && $0 <= milliseconds }
        let isAffordable = times.count < limit
        if isAffordable { times.append(milliseconds) }
        spent[bundleID] = times
        return isAffordable
    }

    /// Keeps a push in its app's only place.
    mutating func hold(_ entry: Store.Entry, _ milliseconds: Int64) {
        newest.updateValue(entry, forKey: entry.push.bundleID)?.counters?.add(.discardedReplaced)
    }

    /// Whether anything is held.
    var isHolding: Bool { !newest.isEmpty }

    /// What is held, by app.
    var held: [Store.Entry] { newest.sorted { $0.key < $1.key }.map(\.value) }

    /// When the first of what is held may be handed out.
    var nextDue: Int64? { newest.keys.map(due).min() }

    private func due(_ bundleID: String) -> Int64 {
        guard let limit, limit > 0 else { return limit == nil ? 0 : .max }
        let times = spent[bundleID] ?? []
        return times.count < limit ? 0 : times[times.count - limit] + Self.span
    }

    /// Hands out and counts what has become affordable.
    mutating func takeAffordable(_ milliseconds: Int64) -> [Store.Entry] {
        let ready = newest.keys.sorted().filter { spend($0, milliseconds) }
        return ready.compactMap { newest.removeValue(forKey: $0) }
    }

    /// Hands out what is held for an app.
    mutating func takeHeld(_ bundleID: String) -> Store.Entry? { newest.removeValue(forKey: bundleID) }

    /// Forgets an app.
    mutating func discard(_ bundleID: String) {
        newest[bundleID] = nil
        spent[bundleID] = nil
    }
}
