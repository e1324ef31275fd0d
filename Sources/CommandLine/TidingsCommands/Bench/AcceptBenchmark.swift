import Foundation
import TidingsServer
import Timekeeping
import WebServer

extension Benchmark {
    /// Acceptance of messages.
    static let accept = Benchmark(
        "server", "POST /v1/messages to one subscriber, each on disk before its 202, beside a bare evhttp saying hello."
    ) { note in try await AcceptBenchmark(note: note).run() }
}

/// Measures how fast messages are accepted, with 64 connections.
///
/// The server is whole: it also plans each message while it accepts the next, as it does for a subscriber without devices.
struct AcceptBenchmark {
    let note: @Sendable (String) -> Void
    /// How many connections send requests, one at a time each.
    var connections = 64
    /// How many messages are sent.
    var messages = 100_000
    /// How many requests the bare evhttp answers.
    var hellos = 200_000

    /// Rates and waiting times.
    ///
    /// - Throws: `CommandError` if h2load is missing or a request was refused.
    func run() async throws -> [Figure] {
        note("bare evhttp")
        let peer = try await hello()
        note("message acceptance")
        let accepted = try await accept()
        return [
            Figure(
                "server.accept.cpu", accepted.cpu, unit: "CPU s per 100,000 messages", reference: peer.cpu,
                referenceName: "bare evhttp", target: .atMost(12)),
            Figure(
                "server.accept.rate", accepted.rate, unit: "requests/s", reference: peer.rate,
                referenceName: "bare evhttp", target: .atLeast(0.15)),
            Figure("server.accept.p50", accepted.p50, unit: "ms", reference: peer.p50, referenceName: "bare evhttp"),
            Figure(
                "server.accept.p99", accepted.p99, unit: "ms", reference: 10, referenceName: "limit",
                target: .atMost(1)),
        ]
    }

    private func hello() async throws -> HTTPLoad.Result {
        let server = try BareServer()
        let port = try await server.start()
        let load = HTTPLoad(url: "http://127.0.0.1:\(port)/", connections: connections, requests: hellos)
        do {
            let result = try await load.run()
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    private func accept() async throws -> HTTPLoad.Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let time = SystemTime()
        let tenant = try await Administration.on(dataDirectory: folder.path, time: time) {
            try await $0.bootstrapDevelopment(bundleID: "com.example.bench")
        }
        let values = ["data": folder.path, "bind": "127.0.0.1", "port": "0", "log-level": "error", "drain": "0"]
        let server = Server(configuration: try ServerConfiguration(values: values), time: time)
        let port = try await server.start()
        do {
            let result = try await load(port: port, key: tenant.secretKey, folder: folder)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    private func load(port: Int, key: String, folder: URL) async throws -> HTTPLoad.Result {
        let root = "http://127.0.0.1:\(port)"
        guard let url = URL(string: root) else { throw CommandError(.failed, "The port \(port) makes no URL.") }
        let client = APIClient(server: url, key: key, tenant: nil)
        let subscriber = APIClient.Request(method: "PUT", path: "/v1/subscribers/bench", body: Data("{}".utf8))
        let answer = try await client.answer(subscriber)
        guard (200..<300).contains(answer.status) else {
            throw CommandError(
                .failed, "The server refused to make a subscriber: \(answer.status).", exitCode: .failure)
        }
        let body = folder.appendingPathComponent("message.json")
        try Data(#"{"to":"bench","title":"Your order is on its way","body":"It arrives tomorrow before noon."}"#.utf8)
            .write(to: body)
        var load = HTTPLoad(url: "\(root)/v1/messages", connections: connections, requests: messages)
        load.bodyFile = body.path
        load.headers = ["Authorization: Bearer \(key)", "Content-Type: application/json"]
        return try await load.run()
    }
}
