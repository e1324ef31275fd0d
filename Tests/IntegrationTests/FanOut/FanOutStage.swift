import APNsSimulator
import Foundation
import Locking
import PushModel
import Storage
import Testing
import TidingsServer
import Timekeeping

/// Servers on one database that send one message to a whole fleet, and the simulated APNs beside them.
actor FanOutStage {
    nonisolated let apns: APNsSimulator
    nonisolated let endpoints: APNsSimulator.Endpoints
    nonisolated let keys: (secret: String, publishable: String)
    private nonisolated let folder: String
    private nonisolated let databaseURL: String?
    private var nodes: [Node] = []

    private struct Node {
        var process: ChildProcess
        let port: Int
    }

    /// Makes the data: a tenant, a topic that everybody wants, and a fleet of devices.
    init(folder: String, databaseURL: String?, devices: Int) async throws {
        var settings = APNsSimulator.Configuration()
        settings.deviceLogByteLimit = 1 << 30
        let apns = APNsSimulator(settings)
        endpoints = try await apns.start()
        let tenant = try await Administration.on(
            dataDirectory: folder, databaseURL: databaseURL, time: SystemTime()
        ) { try await $0.bootstrapDevelopment(bundleID: Fleet.bundleID) }
        try apns.register(
            .init(teamID: tenant.apnsTeamID, keyID: tenant.apnsKeyID, publicKeyPEM: tenant.apnsPublicKey))
        keys = (tenant.secretKey, tenant.publishableKey)
        self.apns = apns
        self.folder = folder
        self.databaseURL = databaseURL
        let fleet = try await Self.withDatabase(folder, databaseURL) {
            try await Fleet.make(devices, at: apns, in: $0)
        }
        self.fleet = fleet
    }

    nonisolated let fleet: Fleet

    private static func withDatabase<Result>(
        _ folder: String, _ url: String?, _ body: (any Database) async throws -> Result
    ) async throws -> Result {
        let database: any Database =
            if let url {
                try await PostgreSQLDatabase.open(PostgreSQLConfiguration(url: url))
            } else {
                try await SQLiteDatabase.open(folder: URL(fileURLWithPath: folder, isDirectory: true))
            }
        return try await database.closed { try await body(database) }
    }

    /// Looks into the database; on SQLite only while no server runs.
    nonisolated func look<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadConnection) throws -> Result
    ) async throws -> Result {
        try await Self.withDatabase(folder, databaseURL) { try await $0.read(body) }
    }

    /// Starts a server and answers its number.
    func start() async throws -> Int {
        let (process, port) = try await launch(port: 0)
        nodes.append(Node(process: process, port: port))
        return nodes.count - 1
    }

    func port(of node: Int = 0) -> Int { nodes[node].port }

    private struct Ready: Decodable { let url: String }

    private func launch(port: Int) async throws -> (ChildProcess, Int) {
        let process = try ChildProcess(
            try Executable.product("tidings"),
            [
                "serve", "--data", folder, "--port", String(port), "--json", "--log-level", "error",
                "--apns-production", endpoints.productionURL, "--apns-sandbox", endpoints.sandboxURL,
                "--apns-ca-file", endpoints.caFile, "--lease", "3",
            ] + (databaseURL.map { ["--database", $0] } ?? []))
        let line = try #require(await process.out.first { _ in true }, "the server did not start")
        let ready = try JSONDecoder().decode(Ready.self, from: Data(line.utf8))
        return (process, try #require(ready.url.split(separator: ":").last.flatMap { Int($0) }))
    }

    /// Kills a server with SIGKILL and starts it again at the same port.
    func kill(_ node: Int) async throws {
        nodes[node].process.signal(SIGKILL)
        #expect(await nodes[node].process.exitStatus() == 128 + SIGKILL)
        nodes[node].process = try await launch(port: nodes[node].port).0
    }

    /// Ends the servers in peace.
    func stopServers() async {
        for node in nodes {
            node.process.signal(SIGTERM)
            #expect(await node.process.exitStatus() == 0)
        }
        nodes = []
    }

    /// Makes a call of the API, again until the server answers it; blocks a thread of its own.
    nonisolated func call(
        _ method: String, _ path: String, _ body: JSONValue? = nil, port: Int, idempotencyKey: String? = nil
    ) async throws -> JSONValue {
        var headers = [("Authorization", "Bearer \(keys.secret)"), ("Content-Type", "application/json")]
        if let idempotencyKey { headers.append(("Idempotency-Key", idempotencyKey)) }
        let bytes = body?.encoded()
        let (finalHeaders, deadline) = (headers, ContinuousClock.now + .seconds(60))
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                while ContinuousClock.now < deadline {
                    let answer = KeptConnection(port: port)?.send(method, path, headers: finalHeaders, body: bytes)
                    if let answer, answer.status != 503 {
                        return continuation.resume(
                            with: Result { try JSONValue(parsing: answer.body)["data"] ?? .null })
                    }
                    // Nobody listens while a server starts; there is nothing else to wait for.
                    poll(nil, 0, 20)
                }
                continuation.resume(throwing: ControlledDatabase.Failure(description: "no answer to \(path) for 60 s"))
            }
        }
    }

    /// Ends everything.
    func stop() async {
        await stopServers()
        await apns.stop()
    }
}
