import Foundation
import Locking
import PushModel
import Testing
import TidingsServer
import Timekeeping

/// A `tidings serve` that is killed and started again on the same data, and the simulated APNs beside it.
actor KilledServer {
    /// Where callers find the server that runs now.
    final class Address: Sendable {
        private let condition = NSCondition()
        private let state = Locked((port: 0, version: 0))

        /// The port, and how many servers there have been.
        var current: (port: Int, version: Int) { state.withLock { $0 } }

        func set(_ port: Int) {
            state.withLock { $0 = (port, $0.version + 1) }
            condition.lock()
            condition.broadcast()
            condition.unlock()
        }

        /// Blocks the thread until there is a server after this version.
        func waitForNext(after version: Int) {
            condition.lock()
            while current.version <= version { condition.wait() }
            condition.unlock()
        }
    }

    nonisolated let address = Address()
    nonisolated let key: String
    nonisolated let controlPort: Int
    private let simulator: ChildProcess
    private nonisolated let arguments: [String]
    private var server: ChildProcess?

    static let bundleID = "com.example.sample"

    private struct Endpoints: Decodable {
        let apnsURL: String
        let sandboxURL: String
        let controlURL: String
        let caFile: String
    }

    /// Starts both, with a tenant and keys on fresh data: in the folder, or in the PostgreSQL database if there is one.
    init(folder: String, databaseURL: String? = nil) async throws {
        let tidings = try Executable.product("tidings")
        simulator = try ChildProcess(tidings, ["apns-simulator", "--json"])
        let line = try #require(await simulator.out.first { _ in true })
        let endpoints = try JSONDecoder().decode(Endpoints.self, from: Data(line.utf8))
        let tenant = try await Administration.on(
            dataDirectory: folder, databaseURL: databaseURL, time: SystemTime()
        ) {
            try await $0.bootstrapDevelopment(bundleID: Self.bundleID)
        }
        key = tenant.secretKey
        controlPort = try #require(endpoints.controlURL.split(separator: ":").last.flatMap { Int($0) })
        let control = try #require(KeptConnection(port: controlPort))
        let registration: JSONValue = [
            "teamId": .string(tenant.apnsTeamID), "publicKey": .string(tenant.apnsPublicKey),
        ]
        let answer = control.send(
            "PUT", "/v1/keys/\(tenant.apnsKeyID)", headers: [("Content-Type", "application/json")],
            body: registration.encoded())
        try #require((200...201).contains(answer?.status ?? 0))
        arguments =
            [
                "serve", "--data", folder, "--port", "0", "--json", "--log-level", "error",
                "--apns-production", endpoints.apnsURL, "--apns-sandbox", endpoints.sandboxURL,
                "--apns-ca-file", endpoints.caFile, "--lease", "3",
            ] + (databaseURL.map { ["--database", $0] } ?? [])
        try await start()
    }

    private struct Ready: Decodable { let url: String }

    private func start() async throws {
        let (process, port) = try await another()
        server = process
        address.set(port)
    }

    /// Starts one more server on the same data, which PostgreSQL allows.
    nonisolated func another() async throws -> (process: ChildProcess, port: Int) {
        let process = try ChildProcess(try Executable.product("tidings"), arguments)
        let line = try #require(await process.out.first { _ in true })
        let ready = try JSONDecoder().decode(Ready.self, from: Data(line.utf8))
        return (process, try #require(ready.url.split(separator: ":").last.flatMap { Int($0) }))
    }

    /// Sends the server a signal, such as SIGSTOP.
    func signal(_ number: Int32) { server?.signal(number) }

    /// Ends the server, by SIGKILL without warning or by SIGTERM in peace, and starts the next one.
    func restart(by signal: Int32) async throws {
        let process = try #require(server)
        process.signal(signal)
        #expect(await process.exitStatus() == (signal == SIGKILL ? 128 + SIGKILL : 0))
        try await start()
    }

    /// Ends both.
    func stop() async {
        server?.signal(SIGTERM)
        _ = await server?.exitStatus()
        simulator.signal(SIGTERM)
        _ = await simulator.exitStatus()
    }
}
