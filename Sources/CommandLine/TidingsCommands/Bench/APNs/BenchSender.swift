import APNs
import Foundation
import PushCrypto
import Timekeeping

/// The sender that is measured: a client of this process with a stream of pushes that is always ahead of it.
struct BenchSender {
    private let client: APNsClient
    /// Pushes handed over and not yet answered: what the connection has under way, and as many that wait for a stream.
    private let limit: Int

    /// A client of the server.
    ///
    /// - Parameters:
    ///   - server: Where pushes go.
    ///   - key: Signs the provider token.
    ///   - port: The port to connect to when it is not the server's own.
    ///   - connectionCount: How many connections share the pushes.
    ///   - onEvent: Told of what happens to connections.
    /// - Throws: An error of the client's when it cannot be set up.
    init(
        _ server: APNsBenchServer, key: ES256.PrivateKey, port: Int? = nil, connectionCount: Int = 1,
        onEvent: (@Sendable (APNsEvent) -> Void)? = nil
    ) throws {
        var configuration = APNsConfiguration(host: "localhost", port: port ?? server.port)
        configuration.trust = .file(server.caFile.path)
        configuration.requestTimeout = .seconds(120)
        configuration.connectionCount = connectionCount
        configuration.onEvent = onEvent
        let credential = try ProviderCredential(
            teamID: H2Load.teamID, keyID: H2Load.keyID, privateKeyPEM: try key.pem())
        client = try APNsClient(configuration: configuration, credential: credential, time: SystemTime())
        limit = 2 * APNsBenchServer.streamCount * connectionCount
    }

    /// Sends pushes 0 to `count` - 1, each made when it is asked for.
    ///
    /// - Throws: `CommandError` when one is not accepted.
    @discardableResult
    func run(count: Int, push: @escaping @Sendable (Int) -> PushRequest) async throws -> BenchRun {
        let processorStart = ProcessorTime.ownSeconds
        let start = ContinuousClock.now
        try await client.send(BenchBatches(count: count, push: push), atMost: limit) { _, results in
            for result in results {
                guard case .accepted = result else {
                    throw CommandError(
                        .failed, "A push of the measurement was not accepted: \(result).", exitCode: .failure)
                }
            }
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        return BenchRun(
            processorSeconds: ProcessorTime.ownSeconds - processorStart, rate: Double(count) / seconds)
    }

    /// Sends pushes until the time is up, and tells what became of each batch.
    ///
    /// - Returns: How many were sent.
    func run(
        until end: ContinuousClock.Instant, push: @escaping @Sendable (Int) -> PushRequest,
        receive: @escaping @Sendable ([PushResult]) -> Void
    ) async throws -> Int {
        try await client.send(BenchBatches(count: .max, until: end, push: push), atMost: limit) { receive($1) }
    }

    /// Ends its connections.
    func close() async { await client.close() }
}

extension BenchPushes {
    /// The push with a number: one of its own, or the same for all.
    static func push(_ number: Int) -> PushRequest {
        PushRequest(deviceToken: token(number), topic: bundleID, payload: payload(number))
    }
}
