import EventLoop
import Foundation
import HTTP2
import Locking
import TestSupport
import Testing

/// What is known about requests whose connection or stream does not end well.
@Suite(.timeLimit(.minutes(1)))
struct HTTP2FateTests {
    @Test func `a refused stream was not processed and a reset one is in doubt`() async throws {
        let server = try await TestServer { request, responder in
            responder.reset(request.path == "/refused" ? .refusedStream : .internalError)
        }
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        #expect(await client.send("/refused", body: [1]).refusal != nil)
        #expect(await client.send("/reset", body: [1]).doubt?.description.contains("INTERNAL_ERROR") == true)
        client.shutdown()
        await server.stop()
    }

    @Test func `after GOAWAY streams above the last one are refused and those below answered`() async throws {
        let held = Locked<[HTTP2Responder]>([])
        let server = try await TestServer { _, responder in
            let all = held.withLock { held in
                held.append(responder)
                return held
            }
            guard all.count == 4 else { return }
            responder.connection.goAway(
                lastStreamID: all[1].streamID, debugData: Array(#"{"reason":"Shutdown"}"#.utf8))
            for responder in all { responder.respond(HTTP2Response(status: 200)) }
        }
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        let first = await client.submit(["/1", "/2", "/3", "/4"], body: [1])
        #expect(await client.outcome(first).response?.status == 200)
        #expect(await client.outcome(first + 1).response?.status == 200)
        #expect(await client.outcome(first + 2).refusal != nil)
        #expect(await client.outcome(first + 3).refusal != nil)
        let goAway = await client.waitForGoAway()
        #expect(goAway.code == .noError)
        #expect(goAway.debugData == #"{"reason":"Shutdown"}"#)
        #expect(await client.capacity() == 0)
        #expect(await client.send(body: [1]).refusal != nil)
        client.shutdown()
        await server.stop()
    }

    @Test func `requests that come in together with the cause of a GOAWAY are not handled behind the client's back`()
        async throws
    {
        let handled = Locked<[String]>([])
        let server = try await TestServer { request, responder in
            let count = handled.withLock { handled in
                handled.append(request.path)
                return handled.count
            }
            if count == 2 { responder.connection.goAway() }
            responder.respond(HTTP2Response(status: 200))
        }
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        let first = await client.submit(["/1", "/2", "/3", "/4"])
        #expect(await client.outcome(first).response?.status == 200)
        #expect(await client.outcome(first + 1).response?.status == 200)
        #expect(await client.outcome(first + 2).refusal != nil)
        #expect(await client.outcome(first + 3).refusal != nil)
        client.shutdown()
        await server.stop()
        #expect(handled.withLock { $0 } == ["/1", "/2"])
    }

    @Test func `the last answer of a server that goes away arrives although the client is still sending`() async throws
    {
        let server = try await TestServer { _, responder in
            responder.connection.closeWhenAnswered()
            responder.respond(HTTP2Response(status: 200))
        }
        // Frames of a type that nobody knows are passed over, however many there are.
        let unknown = RawPeer.Frame(type: 250, flags: 0, streamID: 0, payload: [UInt8](repeating: 1, count: 16_000))
        let peer = try RawPeer(to: server, [.settings, .headers(1)] + Array(repeating: unknown, count: 150))
        let answer = await peer.frame { $0.type == 1 && $0.streamID == 1 }
        #expect(answer != nil)
        peer.shutdown()
        await server.stop()
    }

    @Test func `a connection that breaks leaves sent requests in doubt`() async throws {
        let server = try await TestServer { _, responder in responder.connection.closeAbruptly() }
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        #expect(await client.send(body: [1]).doubt?.code == .connectionLost)
        #expect(await client.waitForEnd().code == .connectionLost)
        client.shutdown()
        await server.stop()
    }

    @Test func `a request whose body has not left is certainly not processed`() async throws {
        // The window lets 64 KiB out and no more, because the server reads nothing further from a stream it ignores.
        let server = try await TestServer { request, responder in
            if request.path == "/break" { responder.connection.closeAbruptly() }
        }
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        let large = await client.submit(["/large"], body: [UInt8](repeating: 1, count: 50_000_000))
        let small = await client.submit(["/break"], body: [1])
        #expect(await client.outcome(large).refusal != nil)
        #expect(await client.outcome(small).doubt != nil)
        client.shutdown()
        await server.stop()
    }

    @Test func `the number of streams follows the server's settings`() async throws {
        var limits = HTTP2Limits()
        limits.maxConcurrentStreams = 1
        let server = try await TestServer(limits: limits) { request, responder in
            if request.path == "/more" { responder.connection.setMaxConcurrentStreams(7) }
            responder.respond(HTTP2Response(status: 200))
        }
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        await client.waitForCapacity(1)
        #expect(await client.send("/more", body: [1]).response?.status == 200)
        await client.waitForCapacity(7)
        client.shutdown()
        await server.stop()
    }

    @Test func `stopping waits for open requests as long as allowed`() async throws {
        let held = Locked<[HTTP2Responder]>([])
        let arrived = AsyncStream<Void>.makeStream()
        let server = try await TestServer { _, responder in
            held.withLock { $0.append(responder) }
            arrived.continuation.yield()
        }
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        let index = await client.submit(["/slow"], body: [1])
        for await _ in arrived.stream { break }
        async let stopped: Void = server.server.stop(drain: .seconds(60))
        _ = await client.waitForGoAway()
        held.withLock { $0 }.first?.respond(HTTP2Response(status: 200))
        await stopped
        #expect(await client.outcome(index).response?.status == 200)
        #expect(server.server.connections.isEmpty)
        client.shutdown()
        server.loop.shutdown()
    }

    @Test func `stopping without patience closes what never answers`() async throws {
        let server = try await TestServer { _, _ in }
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        let index = await client.submit(["/never"], body: [1])
        await server.server.stop()
        _ = await client.outcome(index)
        _ = await client.waitForEnd()
        client.shutdown()
        server.loop.shutdown()
    }
}
