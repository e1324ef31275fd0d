import EventLoop
import HTTP2

/// One connection to the server that is examined.
final class Link: HTTP2ClientOwner, @unchecked Sendable {
    // Unchecked: everything mutable is touched on the loop only.
    private let loop: EventLoop
    private let patience: Duration
    private var connection: HTTP2ClientConnection?
    private var waiting: [Int: (CheckedContinuation<Reply, Never>, LoopTimer)] = [:]
    private var opening: CheckedContinuation<Void, any Error>?
    private var last = 0

    private init(loop: EventLoop, patience: Duration) {
        self.loop = loop
        self.patience = patience
    }

    /// Connects.
    ///
    /// - Throws: `HTTP2Error` when nothing there speaks HTTP/2 over TLS, or is not trusted.
    static func open(
        _ address: ServerAddress, trust: TLSTrust, identity: TLSIdentity?, patience: Duration, loop: EventLoop
    ) async throws -> Link {
        let link = Link(loop: loop, patience: patience)
        var configuration = HTTP2ClientConfiguration(
            host: address.host, port: address.port, context: try .client(trust: trust, identity: identity))
        configuration.connectTimeout = patience
        configuration.handshakeTimeout = patience
        let connection = HTTP2ClientConnection(loop: loop, configuration: configuration, owner: link)
        try await withCheckedThrowingContinuation { continuation in
            loop.execute {
                link.connection = connection
                link.opening = continuation
                connection.start()
            }
        }
        return link
    }

    /// Sends a request and waits for what becomes of it.
    func send(_ call: Call) async -> Reply {
        await withCheckedContinuation { continuation in loop.execute { self.submit(call, continuation) } }
    }

    func close() { loop.execute { self.connection?.close() } }

    private func submit(_ call: Call, _ continuation: CheckedContinuation<Reply, Never>) {
        guard let connection else { return continuation.resume(returning: Reply(failure: "connection closed")) }
        var block = HeaderBlock()
        block.add(":method", call.method)
        block.add(":scheme", "https")
        block.add(":authority", connection.configuration.host)
        block.add(":path", call.path)
        for (field, value) in call.fields { block.add(field.name, value) }
        last += 1
        let tag = last
        do {
            let handle = try connection.submit(block, body: call.body, tag: tag)
            let timer = loop.schedule(after: patience) {
                self.connection?.abandon(handle, because: HTTP2Error(.timedOut, detail: "no answer"))
            }
            waiting[tag] = (continuation, timer)
        } catch {
            continuation.resume(returning: Reply(failure: "not sent: \(error.code)"))
        }
    }

    func connectionOpened(_ connection: HTTP2ClientConnection) {
        opening?.resume()
        opening = nil
    }

    func connectionSettingsChanged(_ connection: HTTP2ClientConnection) {}
    func connectionWillFlush(_ connection: HTTP2ClientConnection) {}
    func connectionGoesAway(_ connection: HTTP2ClientConnection, code: HTTP2ErrorCode, debugData: [UInt8]) {}

    func requestEnded(_ connection: HTTP2ClientConnection, tag: Int, outcome: HTTP2Outcome) {
        guard let (continuation, timer) = waiting.removeValue(forKey: tag) else { return }
        timer.cancel()
        switch outcome {
        case .answered(let response): continuation.resume(returning: Reply(response))
        case .refused(let error): continuation.resume(returning: Reply(failure: "refused: \(error.code)"))
        case .ambiguous(let error): continuation.resume(returning: Reply(failure: "no answer: \(error.code)"))
        }
    }

    func connectionEnded(_ connection: HTTP2ClientConnection, error: HTTP2Error) {
        self.connection = nil
        opening?.resume(throwing: error)
        opening = nil
    }
}
