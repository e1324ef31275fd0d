/// Pushes that wait to be fetched by a device, oldest first, numbered from 1.
struct Inbox: Sendable {
    private let limit: Int
    private var pushes: [APNsSimulator.Push] = []
    private var head = 0
    /// Number of the newest push; 0 before the first.
    private(set) var last = 0

    init(limit: Int) { self.limit = max(1, limit) }

    /// The number that the next push gets.
    var next: Int { last + 1 }

    /// Adds a push with the number `next`; past the limit the oldest is forgotten.
    mutating func append(_ push: APNsSimulator.Push) {
        last = push.sequence
        pushes.append(push)
        if pushes.count - head > limit { head += 1 }
        compact()
    }

    /// Forgets everything up to a number, which the device has handled.
    mutating func acknowledge(_ sequence: Int) {
        while head < pushes.count, pushes[head].sequence <= sequence { head += 1 }
        compact()
    }

    /// What has not been acknowledged, at most `count`.
    func waiting(_ count: Int) -> [APNsSimulator.Push] { Array(pushes[head...].prefix(count)) }

    private mutating func compact() {
        guard head > 1024, head > pushes.count / 2 else { return }
        pushes.removeFirst(head)
        head = 0
    }
}
