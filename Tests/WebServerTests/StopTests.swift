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
        let server = WebServer(WebServer.Configuration(), router: router)
        let port = try await server.start()
        let (client, idle) = (try RawClient(port: port), try RawClient(port: port))
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await gate.waitUntilWaiting()
        async let stopped: Void = server.stop(drain: .seconds(30))
        // The idle connection ends first, which shows that the stop has begun.
        #expect(try await idle.readToEnd().isEmpty)
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
        gate.open()
        let text = try await client.readToEnd()
        #expect(text.hasSuffix("done"))
        #expect(text.contains("\r\nConnection: close\r\n"))
        await stopped
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
