import APNs
import Foundation
import PushCrypto
import Timekeeping

extension Benchmark {
    /// The APNs sender.
    static let apns = Benchmark(
        "apns", "the APNs sender beside h2load, against nghttpd and against the simulated APNs."
    ) { note in try await APNsBenchmark(note: note).run() }
}

/// Measures what a push costs the sending process, beside h2load sending the same requests to the same server.
///
/// This process is the sender; the servers and h2load are processes of their own. Each side runs several times in turn,
/// and the best run counts: what else the machine does can only make a run worse.
struct APNsBenchmark {
    let note: @Sendable (String) -> Void
    /// Pushes of one run.
    var count = 100_000
    /// Runs of each side.
    var rounds = 3
    /// Pushes handed over at once, and how many such batches are under way.
    var batchSize = 1000
    var batchesUnderWay = 2

    /// One run of one side.
    private struct Run {
        var processorSeconds: Double
        var rate: Double
    }

    /// CPU and rate for both servers.
    ///
    /// - Throws: `CommandError` if a tool is missing, a server does not start or a push is not accepted.
    func run() async throws -> [Figure] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = try ES256.PrivateKey.generate()
        var figures: [Figure] = []
        for kind in APNsBenchServer.Kind.allCases {
            note("\(kind.rawValue): starting")
            let server = try await APNsBenchServer.start(kind, folder: folder)
            do {
                figures += try await compare(server, key: key, folder: folder)
                server.stop()
            } catch {
                server.stop()
                throw error
            }
        }
        return figures
    }

    private func compare(_ server: APNsBenchServer, key: ES256.PrivateKey, folder: URL) async throws -> [Figure] {
        let load = try H2Load(server: server, key: key, folder: folder)
        let client = try Self.client(for: server, key: key)
        let pushes = Self.pushes(count, to: server)
        var (own, peer): ([Run], [Run]) = ([], [])
        for round in 1...rounds {
            note("\(server.kind.rawValue): round \(round) of \(rounds)")
            let result = try await load.run(count: count)
            peer.append(Run(processorSeconds: result.processorSeconds, rate: result.rate))
            own.append(try await send(pushes, with: client))
        }
        await client.close()
        return [
            Figure(
                "apns.sender.cpu.\(server.kind.rawValue)", best(own), unit: "s per 100,000 pushes",
                reference: best(peer), referenceName: "h2load", target: .atMost(3)),
            Figure(
                "apns.sender.rate.\(server.kind.rawValue)", own.map(\.rate).max() ?? 0, unit: "pushes/s",
                reference: peer.map(\.rate).max(), referenceName: "h2load"),
        ]
    }

    private func best(_ runs: [Run]) -> Double {
        (runs.map(\.processorSeconds).min() ?? 0) * 100_000 / Double(count)
    }

    private static func client(for server: APNsBenchServer, key: ES256.PrivateKey) throws -> APNsClient {
        var configuration = APNsConfiguration(host: "localhost", port: server.port)
        configuration.trust = .file(server.caFile.path)
        configuration.requestTimeout = .seconds(120)
        let credential = try ProviderCredential(
            teamID: H2Load.teamID, keyID: H2Load.keyID, privateKeyPEM: try key.pem())
        return try APNsClient(configuration: configuration, credential: credential, time: SystemTime())
    }

    private static func pushes(_ count: Int, to server: APNsBenchServer) -> [PushRequest] {
        let payload = Array(H2Load.body.utf8)
        return (0..<count).map { index in
            PushRequest(
                deviceToken: server.tokens[index % server.tokens.count], topic: APNsBenchServer.bundleID,
                payload: payload)
        }
    }

    private func send(_ pushes: [PushRequest], with client: APNsClient) async throws -> Run {
        let processorStart = ProcessorTime.ownSeconds
        let start = ContinuousClock.now
        let refused = await withTaskGroup(of: PushResult?.self) { group in
            var batches = stride(from: 0, to: pushes.count, by: batchSize).makeIterator()
            func sendNext() {
                guard let first = batches.next() else { return }
                group.addTask {
                    let results = await client.send(Array(pushes[first..<min(first + batchSize, pushes.count)]))
                    return results.first { if case .accepted = $0 { false } else { true } }
                }
            }
            for _ in 0..<batchesUnderWay { sendNext() }
            var refused: PushResult?
            for await result in group {
                refused = refused ?? result
                sendNext()
            }
            return refused
        }
        if let refused {
            throw CommandError(.failed, "A push of the measurement was not accepted: \(refused).", exitCode: .failure)
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        return Run(
            processorSeconds: ProcessorTime.ownSeconds - processorStart, rate: Double(pushes.count) / seconds)
    }
}
