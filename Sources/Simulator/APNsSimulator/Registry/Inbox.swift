/// Pushes that wait to be fetched by a device, oldest first, numbered from 1 without gaps.
struct Inbox: Sendable {
    private let limit: Int
    private var arrivals = Ring<Arrival>()
    /// Number of the newest push; 0 before the first.
    private(set) var last = 0

    init(limit: Int) { self.limit = max(1, limit) }

    /// Number of the newest push that is acknowledged or forgotten.
    private var done: Int { last - arrivals.count }

    /// Adds a push; past the limit the oldest is forgotten.
    mutating func append(_ arrival: Arrival) {
        last += 1
        if arrivals.count >= limit { arrivals.removeFirst() }
        arrivals.append(arrival)
    }

    /// Forgets everything up to a number, which the device has handled.
    mutating func acknowledge(_ sequence: Int) { arrivals.removeFirst(max(0, min(sequence, last) - done)) }

    /// Forgets what was received before a position.
    mutating func forget(before position: Int) {
        while let oldest = arrivals.first, oldest.position < position { arrivals.removeFirst() }
    }

    /// What has not been acknowledged, at most `count`.
    func waiting(_ count: Int) -> [APNsSimulator.Push] {
        arrivals.suffix(from: 0).prefix(count).enumerated().map { APNsSimulator.Push($1, sequence: done + 1 + $0) }
    }
}
