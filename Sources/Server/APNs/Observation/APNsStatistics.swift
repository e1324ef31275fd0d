import EventLoop

/// What a client has done and is doing, at one moment.
public struct APNsStatistics: Sendable {
    /// All connections of the client since it was made, those that have ended included.
    public internal(set) var totals = ConnectionStatistics()
    /// The connections that are open now.
    public internal(set) var connections: [ConnectionStatistics] = []
}

/// What one connection, or all of them, have done.
public struct ConnectionStatistics: Sendable {
    /// Pushes that went out; one that is sent again counts again.
    public internal(set) var sent = 0
    /// Pushes that APNs took.
    public internal(set) var accepted = 0
    /// Refusals by reason.
    public internal(set) var rejected: [RejectionReason: Int] = [:]
    /// Pushes that certainly were not processed, among them those that then were sent again.
    public internal(set) var notProcessed = 0
    /// Pushes without an answer that APNs may have taken.
    public internal(set) var ambiguous = 0
    /// Times from handing a push to the connection to its answer.
    public internal(set) var latencies = LatencyHistogram()
    /// How many streams APNs allows now; the sum of the open connections in totals.
    public internal(set) var streamLimit = 0
    /// Pushes that wait for their answer now.
    public internal(set) var underWay = 0
    /// Pushes that wait for their turn now; in totals only.
    public internal(set) var waiting = 0
    /// Whether it only brings the answers that are open.
    public internal(set) var isLeaving = false
    /// Whether it is for suspect tokens.
    public internal(set) var isQuarantine = false

    init() {}

    mutating func add(_ other: ConnectionStatistics) {
        sent += other.sent
        accepted += other.accepted
        rejected.merge(other.rejected, uniquingKeysWith: +)
        notProcessed += other.notProcessed
        ambiguous += other.ambiguous
        latencies.add(other.latencies)
        streamLimit += other.streamLimit
        underWay += other.underWay
        waiting += other.waiting
    }
}

/// Counts of times in classes that are at most a quarter wide, from microseconds to hours, in constant memory.
public struct LatencyHistogram: Sendable, Hashable {
    private var counts = [Int](repeating: 0, count: 4 * 36)
    /// How many times were recorded.
    public private(set) var count = 0

    init() {}

    /// The class of a time: its highest bit in microseconds, and the two bits below.
    private static func index(_ microseconds: UInt64) -> Int {
        guard microseconds >= 4 else { return Int(microseconds) }
        let bit = 63 - microseconds.leadingZeroBitCount
        return min(4 * 36 - 1, 4 * (bit - 1) + Int(microseconds >> UInt64(bit - 2) & 3))
    }

    /// The smallest time above a class, in microseconds.
    private static func upperBound(_ index: Int) -> UInt64 {
        guard index >= 4 else { return UInt64(index) + 1 }
        let bit = index / 4 + 1
        return UInt64(4 + index % 4 + 1) << UInt64(bit - 2)
    }

    mutating func record(_ time: Duration) {
        // A shift and a small division, as dividing 128 bits takes longer than all the rest; 0.03 % too much.
        let microseconds = UInt64(clamping: time.attoseconds >> 30) / 931
        counts[Self.index(microseconds)] += 1
        count += 1
    }

    mutating func add(_ other: LatencyHistogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
    }

    /// A time that this share of all times did not reach; nil when there are none.
    ///
    /// - Parameter share: 0.5 for the median, 0.99 for what one in a hundred exceeds.
    /// - Returns: The upper end of the class that the time falls in.
    public func quantile(_ share: Double) -> Duration? {
        guard count > 0 else { return nil }
        var open = max(1, Int((Double(count) * min(max(share, 0), 1)).rounded(.up)))
        for (index, times) in counts.enumerated() {
            open -= times
            if open <= 0 { return .microseconds(Int64(Self.upperBound(index))) }
        }
        return nil
    }
}

extension APNsClient {
    /// What the client has done so far and what its connections are doing.
    public func statistics() async -> APNsStatistics {
        var statistics = APNsStatistics()
        for lane in pool.all {
            let (totals, connections) = await withCheckedContinuation { done in
                lane.loop.execute { done.resume(returning: lane.statistics()) }
            }
            statistics.totals.add(totals)
            statistics.connections += connections
            for connection in connections {
                statistics.totals.streamLimit += connection.streamLimit
                statistics.totals.underWay += connection.underWay
            }
        }
        return statistics
    }
}
