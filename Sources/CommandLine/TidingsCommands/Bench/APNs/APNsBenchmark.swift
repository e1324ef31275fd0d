import APNs
import Foundation
import PushCrypto

extension Benchmark {
    /// The APNs sender and the simulated APNs.
    static let apns = Benchmark(
        "apns", "the APNs sender beside h2load, and the simulated APNs beside nghttpd."
    ) { order in try await APNsBenchmark(note: order.note).run() }
}

/// Measures what a push costs the sending process, beside h2load sending the same requests to the same servers.
///
/// This process is the sender; the servers and h2load are processes of their own. Everything goes over TLS and one
/// connection with 1,000 requests under way. All sides run in turn several times, and the medians count.
struct APNsBenchmark {
    let note: @Sendable (String) -> Void
    /// Pushes of one run, and device tokens that the servers know.
    var count = 100_000
    /// Runs of each side.
    var rounds = 5

    /// The whole table.
    ///
    /// - Throws: `CommandError` if a tool is missing, a server does not start or a push is not accepted.
    func run() async throws -> [Figure] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var servers: [APNsBenchServer] = []
        defer { for server in servers { server.stop() } }
        for kind in APNsBenchServer.Kind.allCases {
            note("\(kind.rawValue): starting with \(count) device tokens")
            servers.append(try await APNsBenchServer.start(kind, tokenCount: count, folder: folder))
        }
        let key = try ES256.PrivateKey.generate()
        // First, as long as this process has held nothing else.
        let memory = try await APNsMemory(note: note, tokenCount: count).run(servers[0], key: key)
        var figures = try await APNsComparison(note: note, count: count, rounds: rounds)
            .run(servers, key: key, folder: folder)
        figures.append(memory)
        if let simulator = servers.first(where: { $0.kind == .simulator }), let control = simulator.control {
            figures += try await APNsRecovery(note: note, tokenCount: count, rounds: rounds)
                .run(simulator, control, key: key)
            figures.append(try await APNsDelay(note: note, rounds: rounds).run(simulator, key: key))
        }
        return figures
    }
}
