import APNs
import PushCrypto

/// Measures the rate over a connection on which everything takes 50 ms longer, there and back together.
struct APNsDelay {
    let note: @Sendable (String) -> Void
    /// Runs.
    let rounds: Int
    /// Pushes of one run: 20 times what fits into the streams.
    var count = 20 * APNsBenchServer.streamCount
    /// The time that is added to a round trip.
    var delay = Duration.milliseconds(50)

    /// The rate beside what the streams allow.
    ///
    /// - Throws: `CommandError` when a push is not accepted.
    func run(_ server: APNsBenchServer, key: ES256.PrivateKey) async throws -> Figure {
        let relay = try DelayingRelay(to: server.port, delay: delay / 2)
        defer { relay.stop() }
        let sender = try BenchSender(server, key: key, port: relay.port)
        // The first push opens the connection and its streams.
        try await sender.run(count: 1, push: BenchPushes.push)
        var runs: [BenchRun] = []
        for round in 1...rounds {
            note("delay: round \(round) of \(rounds)")
            runs.append(try await sender.run(count: count, push: BenchPushes.push))
        }
        await sender.close()
        return Figure(
            "apns.sender.rate.delayed", runs.median(\.rate), unit: "pushes/s, 50 ms away",
            reference: Double(APNsBenchServer.streamCount) / (delay / .seconds(1)), referenceName: "streams ÷ delay",
            target: .atLeast(0.9))
    }
}
