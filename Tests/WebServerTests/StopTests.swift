import Dispatch
import Locking
import Testing
import WebServer

@Suite(.timeLimit(.minutes(1)))
struct StopTests {
    @Test func `a stop lets a request under way finish and refuses new connections`() async throws {
        let gate = Gate()
        var router = Router()
        router.on("GET", "/") { _ in
            await gate.wait()
            return .text("done")
        }
        router.on("GET", "/hello") { _ in .text("hello") }
        let server = WebServer(WebServer.Configuration(), router: router)
        let port = try await server.start()
        let (client, idle) = (try RawClient(port: port), try RawClient(port: port))
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await gate.waitUntilWaiting()
        // One that its loop has not yet taken in ends with its own listener, before the others.
        _ = try await idle.hello()
        async let stopped: Void = server.stop(drain: .seconds(30))
        // Idle connections end only after all listeners, so this end says that nobody listens any more.
        #expect(try await idle.readToEnd().isEmpty)
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
        gate.open()
        let text = try await client.readToEnd()
        #expect(text.hasSuffix("done"))
        #expect(text.contains("\r\nConnection: close\r\n"))
        await stopped
    }

    @Test func `a stop ends no connection before the listeners of all loops are closed`() async throws {
        let thread = ThreadGate()
        var router = Router.echo
        // Blocks the thread of its loop, as nothing should but the machine sometimes does.
        router.on("GET", "/block") { _ in
            thread.wait()
            return .text("unblocked")
        }
        let server = WebServer(WebServer.Configuration(), router: router)
        let port = try await server.start()
        let blocked = try RawClient(port: port)
        try await blocked.send("GET /block HTTP/1.1\r\nHost: x\r\n\r\n")
        await thread.waitUntilWaiting()
        // The system spreads connections over both loops; only the free one answers.
        let (caller, idle) = try await answeredPair(port: port)
        async let stopped: Void = server.stop(drain: .seconds(30))
        // After a failure as well, for the stop waits for the thread.
        defer { thread.open() }
        while try await !caller.hello().contains("\r\nConnection: close\r\n") {}
        #expect(try await idle.hello().contains("\r\nConnection: close\r\n"))
        thread.open()
        #expect(try await blocked.readToEnd().hasSuffix("unblocked"))
        await stopped
    }

    /// Two connections to the loop that is not blocked, found by racing many.
    private func answeredPair(port: Int) async throws -> (RawClient, RawClient) {
        // Each goes to the free loop with a chance of one half: of 64 at least two do.
        let clients = try (0..<64).map { _ in try RawClient(port: port) }
        return try await withThrowingTaskGroup(of: RawClient.self) { group in
            for client in clients {
                group.addTask {
                    _ = try await client.hello()
                    return client
                }
            }
            var answered: [RawClient] = []
            while answered.count < 2, let client = try await group.next() { answered.append(client) }
            // The others wait for bytes that may never come.
            for client in clients where !answered.contains(where: { $0 === client }) { client.abandon() }
            while await group.nextResult() != nil {}
            try #require(answered.count == 2)
            return (answered[0], answered[1])
        }
    }

    @Test func `a stop cancels what is not finished in time`() async throws {
        let gate = Gate()
        let wasCancelled = Locked(false)
        var router = Router()
        router.on("GET", "/") { _ in
            await withTaskCancellationHandler {
                await gate.wait()
            } onCancel: {
                wasCancelled.withLock { $0 = true }
                gate.open()
            }
            return .text("done")
        }
        let server = WebServer(WebServer.Configuration(), router: router)
        let port = try await server.start()
        let client = try RawClient(port: port)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await gate.waitUntilWaiting()
        await server.stop(drain: .milliseconds(50))
        #expect(wasCancelled.withLock { $0 })
        #expect(try await client.readToEnd().isEmpty)
    }

    @Test func `a handler is cancelled when its client goes away`() async throws {
        let gate = Gate()
        let cancelled = Gate()
        var router = Router()
        router.on("GET", "/") { _ in
            await withTaskCancellationHandler {
                await gate.wait()
            } onCancel: {
                gate.open()
            }
            if Task.isCancelled { cancelled.open() }
            return .text("done")
        }
        try await withServer(router) { _, port in
            var client: RawClient? = try RawClient(port: port)
            try await client?.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await gate.waitUntilWaiting()
            client = nil
            await cancelled.wait()
        }
    }

    @Test func `a client that closed only its own direction is still answered`() async throws {
        let gate = Gate()
        var router = Router()
        router.on("GET", "/") { _ in
            await gate.wait()
            return .text("done")
        }
        try await withServer(router) { _, port in
            let client = try RawClient(port: port)
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            try await client.finishSending()
            try await observe(milliseconds: 600)
            gate.open()
            #expect(try await client.readToEnd().hasSuffix("done"))
        }
    }

    @Test func `a server starts once`() async throws {
        try await withServer(.echo) { server, _ in
            let error = await #expect(throws: WebServerError.self) { try await server.start() }
            #expect(error?.code == .alreadyStarted)
        }
    }

    @Test(arguments: ["256.1.1.1", "no.such.host.invalid", "192.0.2.1"])
    func `an address that is not ours is refused with a sentence`(host: String) async throws {
        var configuration = WebServer.Configuration()
        configuration.host = host
        let server = WebServer(configuration, router: .echo)
        let error = await #expect(throws: WebServerError.self) { try await server.start() }
        #expect(error?.code == .addressUnavailable)
        #expect(error?.description.contains(host) == true)
    }
}

extension RawClient {
    /// One request and its response, on a connection that may be used again.
    fileprivate func hello() async throws -> String {
        try await send("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
        return try await read(until: "hello")
    }
}

/// Holds a thread back until it is opened.
private final class ThreadGate: Sendable {
    private let arrived = Gate()
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() {
        arrived.open()
        semaphore.wait()
    }

    func waitUntilWaiting() async { await arrived.wait() }

    func open() { semaphore.signal() }
}
