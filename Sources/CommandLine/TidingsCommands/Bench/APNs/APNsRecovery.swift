import APNs
import Locking
import PushCrypto

/// Measures how a sender under full load comes back after GOAWAY on all its connections.
struct APNsRecovery {
    let note: @Sendable (String) -> Void
    /// Device tokens that the server knows; after as many pushes they come again, with other payloads and ids.
    let tokenCount: Int
    /// How often the server says GOAWAY, each time to a new sender.
    let rounds: Int
    /// Connections of the sender.
    var connectionCount = 2

    /// How long a sender runs before GOAWAY and after it.
    private static let (before, after) = (Duration.seconds(1), Duration.seconds(1.5))
    /// Rates are counted over this time.
    private static let window = Duration.milliseconds(100)

    /// What happened in one round.
    private struct Round: Sendable {
        /// When batches were accepted, and how many pushes in each.
        var accepted: [(time: ContinuousClock.Instant, count: Int)] = []
        /// When connections came up.
        var connected: [ContinuousClock.Instant] = []
        /// When the server was asked to say GOAWAY.
        var goAway = ContinuousClock.now
        var sent = 0
        /// Pushes that the server accepted.
        var processed = 0

        /// Pushes per second in the time that ends then.
        func rate(before end: ContinuousClock.Instant, over time: Duration) -> Double {
            let count = accepted.reduce(0) { $1.time > end - time && $1.time <= end ? $0 + $1.count : $0 }
            return Double(count) / (time / .seconds(1))
        }

        /// From the new connections being up to the first window after it with 90 % of the rate before, in seconds.
        func recovery(of connectionCount: Int) -> Double {
            let fresh = connected.filter { $0 > goAway }.sorted().prefix(connectionCount)
            guard fresh.count == connectionCount, let start = fresh.last, let end = accepted.last?.time else {
                return APNsRecovery.after / .seconds(1)
            }
            let wanted = 0.9 * rate(before: goAway, over: APNsRecovery.before / 2)
            let recovered = accepted.first { sample in
                sample.time >= start + window && rate(before: sample.time, over: window) >= wanted
            }
            return start.duration(to: recovered?.time ?? max(end, start + APNsRecovery.after)) / .seconds(1)
        }
    }

    /// What was lost or sent twice, and how long it took.
    ///
    /// - Throws: `CommandError` when the control API fails.
    func run(
        _ server: APNsBenchServer, _ control: SimulatorControl, key: ES256.PrivateKey
    ) async throws -> [Figure] {
        var all: [Round] = []
        for round in 1...rounds {
            note("GOAWAY: round \(round) of \(rounds)")
            all.append(try await measure(server, control, key: key))
        }
        let sent = all.reduce(0) { $0 + $1.sent }
        let accepted = all.reduce(0) { $0 + $1.accepted.reduce(0) { $0 + $1.count } }
        let processed = all.reduce(0) { $0 + $1.processed }
        return [
            Figure(
                "apns.sender.goaway.accepted", Double(accepted), unit: "pushes reported accepted",
                reference: Double(sent), referenceName: "sent", target: .atLeast(1)),
            Figure(
                "apns.sender.goaway.processed", Double(processed), unit: "pushes accepted by the server",
                reference: Double(sent), referenceName: "sent", target: .atMost(1)),
            Figure(
                "apns.sender.goaway.recovery", all.map { $0.recovery(of: connectionCount) }.median,
                unit: "s to 90 % of the rate", reference: 1, referenceName: "limit", target: .atMost(1)),
        ]
    }

    private func measure(
        _ server: APNsBenchServer, _ control: SimulatorControl, key: ES256.PrivateKey
    ) async throws -> Round {
        let record = Locked(Round())
        let processedBefore = try control.acceptedCount()
        let sender = try BenchSender(server, key: key, connectionCount: connectionCount) { event in
            if case .connected = event { record.withLock { $0.connected.append(.now) } }
        }
        let goAway = ContinuousClock.now + Self.before
        async let sent = sender.run(until: goAway + Self.after) { [tokenCount] number in
            PushRequest(
                deviceToken: BenchPushes.token(number % tokenCount), topic: BenchPushes.bundleID,
                payload: BenchPushes.payload(number))
        } receive: { results in
            let others = results.filter { if case .accepted = $0 { false } else { true } }
            record.withLock { $0.accepted.append((.now, results.count - others.count)) }
            if let other = others.first { note("  \(others.count) pushes not accepted, one of them: \(other)") }
        }
        try await Task.sleep(until: goAway, clock: .continuous)
        record.withLock { $0.goAway = .now }
        try control.sayGoAway()
        let sentCount = try await sent
        await sender.close()
        var round = record.withLock { $0 }
        round.sent = sentCount
        round.processed = try control.acceptedCount() - processedBefore
        return round
    }
}
