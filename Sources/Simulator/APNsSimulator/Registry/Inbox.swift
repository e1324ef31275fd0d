/// Pushes that wait to be fetched by a device, oldest first, numbered from 1 without gaps.
struct Inbox: Sendable {
    private let limit: Int
    private var arrivals: [Arrival] = []
    private var head = 0
    /// Number of the newest push; 0 before the first.
    private(set) var last = 0

    init(limit: Int) { self.limit = max(1, limit) }

    /// Number of the newest push that is acknowledged or forgotten.
    private var done: Int { last - (arrivals.count - head) }

    /// Adds a push; past the limit the oldest is forgotten.
    mutating func append(_ arrival: Arrival) {
        last += 1
        arrivals.append(arrival)
        if arrivals.count - head > limit { head += 1 }
        compact()
    }

    /// Forgets everything up to a number, which the device has handled.
    mutating func acknowledge(_ sequence: Int) {
        head = min(arrivals.count, head + max(0, min(sequence, last) - done))
        compact()
    }

    /// What has not been acknowledged, at most `count`.
    func waiting(_ count: Int) -> [APNsSimulator.Push] {
        arrivals[head...].prefix(count).enumerated().map { APNsSimulator.Push($1, sequence: done + 1 + $0) }
    }

    private mutating func compact() {
        guard head > 1024, head > arrivals.count / 2 else { return }
        arrivals.removeFirst(head)
        head = 0
    }
}
