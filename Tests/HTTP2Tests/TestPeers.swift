import EventLoop
import Foundation
import HTTP2

/// An authority, a server on one loop and the means to reach it.
final class TestServer: Sendable {
    let loop: EventLoop
    let authority: CertificateAuthority
    let server: HTTP2Server
    let port: Int

    init(
        limits: HTTP2Limits = HTTP2Limits(), hosts: [String] = ["localhost", "127.0.0.1"],
        handler: HTTP2Server.Handler
    ) async throws {
        loop = try EventLoop(name: "test server")
        authority = try CertificateAuthority()
        server = try HTTP2Server(
            loops: [loop], identity: try authority.issue(for: hosts), limits: limits, handler: handler)
        port = try await server.start()
    }

    convenience init(
        limits: HTTP2Limits = HTTP2Limits(), hosts: [String] = ["localhost", "127.0.0.1"],
        request: @escaping @Sendable (HTTP2Request, HTTP2Responder) -> Void
    ) async throws {
        try await self.init(limits: limits, hosts: hosts, handler: .init(request: request))
    }

    func configuration(host: String = "localhost") throws -> HTTP2ClientConfiguration {
        HTTP2ClientConfiguration(
            host: host, port: port, context: try .client(trust: .pem(authority.certificatePEM)))
    }

    func stop() async {
        await server.stop()
        loop.shutdown()
    }
}

/// A client connection whose events can be awaited.
final class TestClient: HTTP2ClientOwner, @unchecked Sendable {
    // Unchecked: everything mutable is touched on the loop only.
    let loop: EventLoop
    private var connection: HTTP2ClientConnection?
    private var outcomes: [HTTP2Outcome?] = []
    private var waiters: [(isDone: () -> Bool, resume: () -> Void)] = []
    private(set) var opened = false
    private(set) var end: HTTP2Error?
    private(set) var goAway: (code: HTTP2ErrorCode, debugData: String)?

    init(_ configuration: HTTP2ClientConfiguration) throws {
        loop = try EventLoop(name: "test client")
        connection = HTTP2ClientConnection(loop: loop, configuration: configuration, owner: self)
    }

    func shutdown() {
        loop.execute { self.connection?.close() }
        loop.shutdown()
    }

    /// Connects and returns the error that the attempt ended with.
    @discardableResult
    func connect() async -> HTTP2Error? {
        await onLoop { $0.connection?.start() }
        return await wait(until: { $0.opened || $0.end != nil }) { $0.opened ? nil : $0.end }
    }

    /// Sends requests without waiting and returns the index of the first one.
    @discardableResult
    func submit(
        _ paths: [String] = ["/"], body: [UInt8] = [], headers: [(StaticString, String)] = []
    ) async -> Int {
        await onLoop { client in
            let first = client.outcomes.count
            for path in paths {
                var block = HeaderBlock()
                block.add(":method", "POST")
                block.add(":scheme", "https")
                block.add(":authority", "localhost")
                block.add(":path", path)
                for (name, value) in headers { block.add(name, value) }
                client.outcomes.append(nil)
                let tag = client.outcomes.count - 1
                do {
                    _ = try client.connection?.submit(block, body: body, tag: tag)
                } catch {
                    client.outcomes[tag] = .refused(error as? HTTP2Error ?? HTTP2Error(.library, detail: "\(error)"))
                }
            }
            return first
        }
    }

    /// Sends one request and waits for its end.
    func send(
        _ path: String = "/", body: [UInt8] = [], headers: [(StaticString, String)] = []
    ) async -> HTTP2Outcome {
        let index = await submit([path], body: body, headers: headers)
        return await outcome(index)
    }

    func outcome(_ index: Int) async -> HTTP2Outcome {
        await wait(until: { $0.outcomes[index] != nil }) { client in
            client.outcomes[index] ?? .refused(HTTP2Error(.library, detail: "no outcome"))
        }
    }

    func capacity() async -> Int { await onLoop { $0.connection?.capacity ?? 0 } }

    func waitForCapacity(_ wanted: Int) async {
        await wait(until: { $0.connection?.capacity == wanted }) { _ in }
    }

    func waitForEnd() async -> HTTP2Error {
        await wait(until: { $0.end != nil }) { $0.end ?? HTTP2Error(.library, detail: "not ended") }
    }

    func waitForGoAway() async -> (code: HTTP2ErrorCode, debugData: String) {
        await wait(until: { $0.goAway != nil }) { $0.goAway ?? (.noError, "") }
    }

    private func onLoop<Result: Sendable>(_ body: @escaping @Sendable (TestClient) -> Result) async -> Result {
        await withCheckedContinuation { done in loop.execute { done.resume(returning: body(self)) } }
    }

    private func wait<Result: Sendable>(
        until condition: @escaping @Sendable (TestClient) -> Bool, _ result: @escaping @Sendable (TestClient) -> Result
    ) async -> Result {
        await withCheckedContinuation { done in
            loop.execute {
                if condition(self) {
                    done.resume(returning: result(self))
                } else {
                    self.waiters.append(({ condition(self) }, { done.resume(returning: result(self)) }))
                }
            }
        }
    }

    private func check() {
        let ready = waiters.filter { $0.isDone() }
        waiters.removeAll { $0.isDone() }
        for waiter in ready { waiter.resume() }
    }

    func connectionOpened(_ connection: HTTP2ClientConnection) {
        opened = true
        check()
    }

    func connectionSettingsChanged(_ connection: HTTP2ClientConnection) { check() }

    func connectionWillFlush(_ connection: HTTP2ClientConnection) {}

    func connectionGoesAway(_ connection: HTTP2ClientConnection, code: HTTP2ErrorCode, debugData: [UInt8]) {
        goAway = (code, String(decoding: debugData, as: UTF8.self))
        check()
    }

    func requestEnded(_ connection: HTTP2ClientConnection, tag: Int, outcome: HTTP2Outcome) {
        outcomes[tag] = outcome
        check()
    }

    func connectionEnded(_ connection: HTTP2ClientConnection, error: HTTP2Error) {
        end = error
        check()
    }
}

extension HTTP2Outcome {
    var response: HTTP2Response? { if case .answered(let response) = self { response } else { nil } }
    var refusal: HTTP2Error? { if case .refused(let error) = self { error } else { nil } }
    var doubt: HTTP2Error? { if case .ambiguous(let error) = self { error } else { nil } }
}
