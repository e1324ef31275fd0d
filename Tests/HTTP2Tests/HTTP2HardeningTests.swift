import EventLoop
import Foundation
import TestSupport
import Testing

@testable import HTTP2

/// Clients that do not behave, and a server that goes on serving the others.
@Suite(.timeLimit(.minutes(1)))
struct HTTP2HardeningTests {
    private typealias Frame = RawPeer.Frame

    private func accepting(_ limits: HTTP2Limits = HTTP2Limits()) async throws -> TestServer {
        try await TestServer(limits: limits) { _, responder in responder.respond(HTTP2Response(status: 200)) }
    }

    /// Proves that the server still answers a client that behaves.
    private func expectService(_ server: TestServer) async throws {
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        #expect(await client.send(body: [1]).response?.status == 200)
        client.shutdown()
    }

    @Test func `floods end the connection with ENHANCE_YOUR_CALM`() async throws {
        let server = try await accepting()
        let begin = [Frame.settings, Frame.headers(1, endsHeaders: false)]
        var resets = [Frame.settings]
        for number in UInt32(0)..<1100 {
            resets.append(.headers(1 + 2 * number, endsStream: false))
            resets.append(.reset(1 + 2 * number))
        }
        let floods: [[Frame]] = [
            begin + [Frame](repeating: .continuation(1), count: 20),
            [Frame.settings] + [Frame](repeating: .ping, count: 1100),
            [Frame](repeating: .settings, count: 1100),
            resets,
        ]
        for flood in floods {
            let peer = try RawPeer(to: server, flood)
            #expect(await peer.goAwayCode() == 11)
            peer.shutdown()
        }
        try await expectService(server)
        await server.stop()
    }

    @Test func `bytes that are no HTTP/2 end the connection and nothing else`() async throws {
        let server = try await accepting()
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<4096).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        for bytes in [Array("POST / HTTP/1.1\r\nHost: a\r\n\r\n".utf8), noise] {
            let peer = try RawPeer(to: server, preface: bytes, noise)
            _ = await peer.waitForEnd()
            peer.shutdown()
        }
        let sound: [UInt8] = Frame.settings.bytes + Frame.headers(1).bytes
        let late = try RawPeer(to: server, sound + [0xFF, 0xFF, 0xFF] + noise)
        _ = await late.waitForEnd()
        late.shutdown()
        try await expectService(server)
        await server.stop()
    }

    @Test func `an answer without body ends its stream with HEADERS`() async throws {
        let server = try await accepting()
        let peer = try RawPeer(to: server, [.settings, .headers(1)])
        let answer = await peer.frame { $0.type == 1 && $0.streamID == 1 }
        #expect(answer?.flags == 5, "END_STREAM and END_HEADERS")
        peer.send([.ping])
        _ = await peer.frame { $0.type == 6 }
        #expect(await peer.allFrames().allSatisfy { $0.type != 0 }, "no DATA frame follows")
        peer.shutdown()
        await server.stop()
    }

    @Test func `fields past the limit are answered 431 and the connection lives on`() async throws {
        let server = try await accepting()
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        let large = String(repeating: "x", count: 10_000)
        let answer = await client.send(body: [1], headers: [("one", large), ("two", large)])
        #expect(answer.response?.status == 431)
        #expect(await client.send(body: [1], headers: [("one", large)]).response?.status == 200)
        client.shutdown()
        await server.stop()
    }

    @Test func `a body past the limit is handed over early, cut, and the rest is not wanted`() async throws {
        var limits = HTTP2Limits()
        limits.bodyByteLimit = 100
        let server = try await TestServer(limits: limits) { request, responder in
            responder.respond(HTTP2Response(status: request.isBodyCut ? 413 : 200, body: [UInt8(request.body.count)]))
        }
        let peer = try RawPeer(
            to: server, [.settings, .headers(1, endsStream: false), .data(1, [UInt8](repeating: 7, count: 101))])
        #expect(await peer.frame { $0.type == 0 }?.payload == [100])
        let reset = await peer.frame { $0.type == 3 }
        #expect(reset?.payload == [0, 0, 0, 0], "RST_STREAM with NO_ERROR")
        peer.shutdown()
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        #expect(await client.send(body: [UInt8](repeating: 1, count: 100)).response?.status == 200)
        client.shutdown()
        await server.stop()
    }

    @Test func `more streams than allowed are refused, and end the connection once the client knows better`()
        async throws
    {
        var limits = HTTP2Limits()
        limits.maxConcurrentStreams = 2
        let server = try await TestServer(limits: limits) { _, _ in }
        let early = try RawPeer(to: server, [.settings, .headers(1), .headers(3), .headers(5)])
        let reset = await early.frame { $0.type == 3 }
        #expect(reset?.streamID == 5)
        #expect(reset?.payload == [0, 0, 0, 7])
        early.shutdown()
        let acknowledgement = Frame(type: 4, flags: 1, streamID: 0, payload: [])
        let late = try RawPeer(to: server, [.settings])
        _ = await late.frame { $0.type == 4 && $0.flags == 0 }
        late.send([acknowledgement, .headers(1), .headers(3), .headers(5)])
        #expect(await late.goAwayCode() == 1)
        late.shutdown()
        await server.stop()
    }

    @Test func `a client that does not read is closed after the stall timeout`() async throws {
        var limits = HTTP2Limits()
        limits.stallTimeout = .milliseconds(50)
        let closed = AsyncStream<Void>.makeStream()
        let body = [UInt8](repeating: 1, count: 30_000_000)
        let server = try await TestServer(
            limits: limits,
            handler: .init(
                request: { _, responder in responder.respond(HTTP2Response(status: 200, body: body)) },
                connectionClosed: { _ in closed.continuation.yield() }))
        let peer = try RawPeer(to: server, [.openSettings, .windowUpdate(0, 1 << 30), .headers(1)])
        _ = await peer.frame { $0.type == 1 }
        let release = DispatchSemaphore(value: 0)
        // A loop that is kept busy reads nothing.
        peer.loop.execute { release.wait() }
        for await _ in closed.stream { break }
        release.signal()
        peer.shutdown()
        await server.stop()
    }

    @Test func `a client that never finishes its handshake is closed`() async throws {
        var limits = HTTP2Limits()
        limits.handshakeTimeout = .milliseconds(30)
        let server = try await accepting(limits)
        let descriptor = socket(AF_INET, streamSocket, 0)
        defer { close(descriptor) }
        let address = try SocketAddress.resolve(host: "127.0.0.1", port: server.port)[0]
        #expect(address.withPointer { connect(descriptor, $0, $1) } == 0)
        let count = await withCheckedContinuation { done in
            Thread.detachNewThread {
                var byte: UInt8 = 0
                done.resume(returning: recv(descriptor, &byte, 1, 0))
            }
        }
        #expect(count == 0, "the server ends the connection")
        await server.stop()
    }

    @Test func `connections past the limit are closed at once`() async throws {
        var limits = HTTP2Limits()
        limits.maxConnections = 1
        let server = try await accepting(limits)
        let first = try TestClient(try server.configuration())
        try #require(await first.connect() == nil)
        let second = try TestClient(try server.configuration())
        #expect(await second.connect() != nil)
        #expect(await first.send(body: [1]).response?.status == 200)
        second.shutdown()
        first.shutdown()
        await server.stop()
    }

}
