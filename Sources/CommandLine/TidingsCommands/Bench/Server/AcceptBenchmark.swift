import Foundation
import WebServer

/// Measures how fast messages to one person are accepted, from 64 connections, each on disk before its 202.
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
    /// How many runs each side makes; the medians count.
    var rounds = 3

    /// Rates and waiting times, on this disk and on one whose flushes take 2 ms longer.
    ///
    /// - Throws: `CommandError` if h2load is missing or a request was refused.
    func run() async throws -> [Figure] {
        note("bare evhttp")
        let peer = try await hello()
        note("\(rounds) times \(messages) messages")
        let accepted = try await accept()
        note("the same with 2 ms added to each flush")
        let slow = try await accept(options: ["--flush-delay", "2"])
        return [
            Figure(
                "server.accept.cpu", accepted.cpu, unit: "CPU s per 100,000 messages", reference: peer.cpu,
                referenceName: "bare evhttp", target: .atMost(12)),
            Figure("server.accept.p50", accepted.p50, unit: "ms", reference: peer.p50, referenceName: "bare evhttp"),
        ] + figures("server.accept", accepted) + figures("server.accept.slow", slow)
    }

    private func figures(_ prefix: String, _ result: HTTPLoad.Result) -> [Figure] {
        [
            Figure(
                "\(prefix).rate", result.rate, unit: "messages/s", reference: 15_000, referenceName: "limit",
                target: .atLeast(1)),
            Figure(
                "\(prefix).p99", result.p99, unit: "ms", reference: 10, referenceName: "limit", target: .atMost(1)),
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

    private func accept(options: [String] = []) async throws -> HTTPLoad.Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = BenchPlace.folder(folder)
        let access = try await BenchAudience.access(place)
        let server = try await BenchServer.start(place, access, options: options)
        defer { server.stop() }
        struct Subscriber: Decodable { var externalId: String }
        _ = try await server.call("PUT", "/v1/subscribers/bench", "{}", as: Subscriber.self)
        let body = folder.appendingPathComponent("message.json")
        try Data(#"{"to":"bench","title":"Your order is on its way","body":"It arrives tomorrow before noon."}"#.utf8)
            .write(to: body)
        var load = HTTPLoad(url: "\(server.url)/v1/messages", connections: connections, requests: messages)
        load.bodyFile = body.path
        load.headers = ["Authorization: Bearer \(access.tenantKey)", "Content-Type: application/json"]
        load.processorSeconds = { server.usage.seconds }
        var results: [HTTPLoad.Result] = []
        for _ in 0..<rounds { results.append(try await load.run()) }
        func median(_ value: (HTTPLoad.Result) -> Double) -> Double { results.map(value).median }
        return HTTPLoad.Result(
            rate: median(\.rate), p50: median(\.p50), p99: median(\.p99), cpu: median(\.cpu))
    }
}
