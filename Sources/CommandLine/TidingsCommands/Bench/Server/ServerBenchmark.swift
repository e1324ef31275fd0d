import Foundation

extension Benchmark {
    /// The server with all that belongs to it.
    static let server = Benchmark(
        "server",
        "the server with the simulated APNs and its database on this machine, beside the limits that it is held to.",
        parts: ServerBenchmark.Part.allCases.map(\.rawValue)
    ) { order in try await ServerBenchmark(order: order).run() }
}

/// Measures the server as a process of its own, with the simulated APNs and the database as other ones.
struct ServerBenchmark {
    /// What can be measured alone.
    enum Part: String, CaseIterable {
        /// One message to all devices, on SQLite.
        case fanout
        /// The same, sealed for each device.
        case encrypted
        /// A start with everything pending.
        case restart
        /// A condition of six clauses over all subscribers.
        case segment
        /// One message to all devices, on PostgreSQL.
        case postgresql
        /// Messages to one person each, from 64 connections.
        case accept
        /// Messages one after the other, and memory at rest.
        case idle
    }

    let order: BenchOrder

    /// The whole table, or the parts that were ordered.
    ///
    /// - Throws: `CommandError` if a process does not start or a message is not delivered.
    func run() async throws -> [Figure] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var figures: [Figure] = []
        if wants(.idle) { figures += try await LatencyBenchmark(order: order).run(folder) }
        if wants(.accept) { figures += try await AcceptBenchmark(note: order.note).run() }
        if wants(.fanout, .encrypted, .restart, .segment) { figures += try await onSQLite(folder) }
        if wants(.postgresql) { figures += try await onPostgreSQL(folder) }
        return figures
    }

    private func wants(_ parts: Part...) -> Bool { parts.contains { order.wants($0.rawValue) } }

    private func onSQLite(_ folder: URL) async throws -> [Figure] {
        let place = BenchPlace.folder(folder.appendingPathComponent("sqlite"))
        // What is of this part only goes before the next one needs the room.
        defer { try? FileManager.default.removeItem(at: folder.appendingPathComponent("sqlite")) }
        let access = try await fill(place)
        var figures: [Figure] = []
        if wants(.segment) { figures += try await SegmentBenchmark(order: order).run(place) }
        guard wants(.fanout, .encrypted, .restart) else { return figures }
        let apns = try await startAPNs(folder)
        defer { apns.stop() }
        if wants(.fanout, .encrypted) {
            let server = try await BenchServer.start(place, access, apns: apns)
            defer { server.stop() }
            let fanOut = FanOut(order: order, server: server, apns: apns, database: nil)
            if wants(.fanout) { figures += try await fanOut.inClear(name: "sqlite", target: 25_000) }
            if wants(.encrypted) { figures += try await fanOut.encrypted() }
        }
        if wants(.restart) { figures += try await RestartBenchmark(order: order).run(place, access, apns: apns) }
        return figures
    }

    private func onPostgreSQL(_ folder: URL) async throws -> [Figure] {
        let database = try await BenchDatabase.start(url: order.databaseURL)
        let place = BenchPlace.database(database.url)
        let access = try await fill(place)
        let apns = try await startAPNs(folder)
        defer { apns.stop() }
        let server = try await BenchServer.start(place, access, apns: apns)
        defer { server.stop() }
        return try await FanOut(order: order, server: server, apns: apns, database: database)
            .inClear(name: "postgresql", target: 10_000)
    }

    private func fill(_ place: BenchPlace) async throws -> BenchAccess {
        order.note("writing \(order.devices) subscribers with a device each")
        return try await BenchAudience(count: order.devices).fill(place)
    }

    private func startAPNs(_ folder: URL) async throws -> APNsBenchServer {
        order.note("registering \(order.devices) device tokens with the simulated APNs")
        return try await APNsBenchServer.start(
            .simulator, tokenCount: order.devices, folder: folder, token: BenchAudience.token)
    }
}
