import APNs
import PushCrypto

/// Measures how much memory a million pushes take that are streamed through `send`.
struct APNsMemory {
    let note: @Sendable (String) -> Void
    /// Device tokens that the server knows; after as many pushes they come again, with other payloads and ids.
    let tokenCount: Int
    /// Pushes of the run.
    var count = 1_000_000

    /// The peak of the whole process beside the limit.
    ///
    /// - Throws: `CommandError` when a push is not accepted.
    func run(_ server: APNsBenchServer, key: ES256.PrivateKey) async throws -> Figure {
        note("memory: \(count) pushes in one stream")
        let sender = try BenchSender(server, key: key)
        try await sender.run(count: count) { [tokenCount] number in
            PushRequest(
                deviceToken: BenchPushes.token(number % tokenCount), topic: BenchPushes.bundleID,
                payload: BenchPushes.payload(number))
        }
        await sender.close()
        return Figure(
            "apns.sender.memory", ProcessMemory().peakMegabytes, unit: "MB for \(count) pushes", reference: 64,
            referenceName: "limit", target: .atMost(1))
    }
}
