import Locking
import Testing
import WebServer

@Suite(.timeLimit(.minutes(1)))
struct EventStreamTests {
    private func router(_ produce: @escaping @Sendable (EventWriter) async throws -> Void) -> Router {
        var router = Router()
        router.on("GET", "/stream") { _ in HTTPResponse(status: 200, body: .eventStream(EventStream(produce))) }
        return router
    }

    private static let request = "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `events arrive as they are sent and the end closes the connection`() async throws {
        let gate = Gate()
        let router = router { writer in
            writer.send(ServerSentEvent(id: "1", name: "push", data: "first\nsecond"))
            await gate.wait()
            writer.keepAlive()
            writer.send(ServerSentEvent(data: "last"))
        }
        try await withServer(router) { _, port in
            let client = try RawClient(port: port)
            try await client.send(Self.request)
            let beginning = try await client.read(until: "data: second\n\n")
            #expect(beginning.contains("\r\nContent-Type: text/event-stream\r\n"))
            #expect(beginning.contains("id: 1\nevent: push\ndata: first\ndata: second\n\n"))
            gate.open()
            let rest = try await client.readToEnd()
            #expect(rest.contains("data: last\n\n"))
            #expect(rest.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test func `a line break cannot start another field`() async throws {
        let router = router { writer in
            writer.send(ServerSentEvent(id: "1\ndata: x", name: "a\r\nid: 9", data: "b\rid: 8\r\nid: 7\n"))
        }
        try await withServer(router) { _, port in
            let client = try RawClient(port: port)
            try await client.send(Self.request)
            let text = try await client.readToEnd()
            #expect(text.contains("id: 1data: x\nevent: aid: 9\ndata: b\ndata: id: 8\ndata: id: 7\ndata: \n\n"))
        }
    }

    @Test func `a client that does not read is cut off at the limit`() async throws {
        let sent = Locked(0)
        let refused = Gate()
        let router = router { writer in
            let event = ServerSentEvent(data: String(repeating: "x", count: 16_000))
            while writer.send(event) {
                sent.withLock { $0 += 16_000 }
                // The loop gets a turn to hand the events to the socket.
                await Task.yield()
            }
            refused.open()
        }
        try await withServer(router) { _, port in
            let client = try RawClient(port: port, receiveBufferSize: 4_096)
            try await client.send(Self.request)
            await refused.wait()
            // Socket buffers of the system come on top of the 256 KiB.
            #expect(sent.withLock { $0 } < 16_000_000)
            _ = try await client.readToEnd()
        }
    }

    @Test func `a burst over the limit is refused even before the loop has seen it`() async throws {
        let counts = Locked(0)
        let router = router { writer in
            let event = ServerSentEvent(data: String(repeating: "x", count: 1_000))
            while writer.send(event) { counts.withLock { $0 += 1 } }
        }
        try await withServer(router, configure: { $0.unsentEventByteLimit = 100_000 }) { _, port in
            let client = try RawClient(port: port)
            try await client.send(Self.request)
            _ = try await client.readToEnd()
            #expect(counts.withLock { $0 } <= 100)
        }
    }

    @Test func `the producer is cancelled when the client leaves or the server stops`() async throws {
        let (began, ended) = (Locked(Gate()), Locked(Gate()))
        let router = router { writer in
            writer.send(ServerSentEvent(data: "x"))
            let gate = Gate()
            await withTaskCancellationHandler {
                began.withLock { $0 }.open()
                await gate.wait()
            } onCancel: {
                gate.open()
            }
            ended.withLock { $0 }.open()
        }
        let server = WebServer(WebServer.Configuration(), router: router)
        let port = try await server.start()
        var client: RawClient? = try RawClient(port: port)
        try await client?.send(Self.request)
        await began.withLock { $0 }.wait()
        client = nil
        await ended.withLock { $0 }.wait()

        let (secondBegan, secondEnded) = (Gate(), Gate())
        began.withLock { $0 = secondBegan }
        ended.withLock { $0 = secondEnded }
        let second = try RawClient(port: port)
        try await second.send(Self.request)
        await secondBegan.wait()
        await server.stop(drain: .seconds(30))
        await secondEnded.wait()
        #expect(try await second.readToEnd().hasSuffix("0\r\n\r\n"))
    }
}
