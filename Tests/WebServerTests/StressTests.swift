import Foundation
import Testing
import WebServer
import TestSupport

@Suite(.timeLimit(.minutes(2)))
struct StressTests {
    /// What a client does, in any order and with a break anywhere: evhttp ends the process when it meets a state that it
    /// does not know.
    private static let pieces = [
        "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n", "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST /items HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
        "POST /items HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n", "GET /large HTTP/1.1\r\nHost: x\r\n\r\n",
        "DELETE /items/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", "BREW / HTTP/1.1\r\n\r\n",
        "garbage\r\n\r\n",
        "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "HEAD /large HTTP/1.0\r\n\r\n", "GET /hel",
        "POST /items HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\npart", "\r\n", "GET /fail HTTP/1.1\r\n\r\n",
    ]

    private var router: Router {
        var router = Router.echo
        router.on("GET", "/slow") { _ in
            // Real time, because the server's watch over slow handlers runs on real time.
            try? await Task.sleep(for: .milliseconds(Int.random(in: 1...400)))
            return .text("slow")
        }
        router.on("GET", "/large") { _ in .text(String(repeating: "x", count: 3_000_000)) }
        router.on("GET", "/fail") { _ in throw CancellationError() }
        router.on("GET", "/stream") { _ in
            HTTPResponse(
                status: 200,
                body: .eventStream(
                    EventStream { writer in
                        for number in 0..<200 where writer.send(ServerSentEvent(data: "\(number)")) {
                            await Task.yield()
                        }
                    }))
        }
        return router
    }

    @Test func `clients that do anything at any time leave the server working`() async throws {
        let rounds = ProcessInfo.processInfo.environment["TIDINGS_STRESS_ROUNDS"].flatMap(Int.init) ?? 60
        try await withServer(router, configure: { $0.requestTimeout = .milliseconds(600) }) { _, port in
            await withTaskGroup(of: Void.self) { group in
                for seed in 0..<8 {
                    group.addTask { await Self.misbehave(port, rounds: rounds, seed: UInt64(seed)) }
                }
            }
            let client = try RawClient(port: port)
            try await client.send("GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(try await client.readToEnd().hasSuffix("hello"))
        }
    }

    private static func misbehave(_ port: Int, rounds: Int, seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<rounds {
            guard let client = try? RawClient(port: port) else { continue }
            let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            let bytes = Array(text.utf8)
            let cut = Int.random(in: 0...bytes.count, using: &random)
            try? await client.send(Array(bytes[..<cut]))
            if Bool.random(using: &random) { await Task.yield() }
            switch Int.random(in: 0..<5, using: &random) {
            case 0: client.reset()
            case 1: break
            case 2:
                try? await client.send(Array(bytes[cut...]))
                try? await client.finishSending()
                _ = try? await client.readToEnd()
            case 3:
                try? await client.finishSending()
                _ = try? await client.read(until: "\r\n")
            default:
                try? await client.send(Array(bytes[cut...]))
                _ = try? await client.read(until: "\r\n")
                client.reset()
            }
        }
    }
}
