import EventLoop
import Locking

/// An HTTP/1.1 server on evhttp: several event loops, one router.
///
/// A handler's task runs on the loop that read its request; whatever blocks belongs elsewhere. It is cancelled when the
/// client goes away, which is noticed within half a second. `HEAD` is answered from `GET`, `OPTIONS` with `Allow`.
///
/// evhttp answers some requests before there is one for a handler or for `FallbackResponses`; see `Documentation/WebServer.md`.
package final class WebServer: Sendable {
    let configuration: Configuration
    let router: Router
    let fallback: FallbackResponses
    private let state = Locked(State.idle)

    private enum State {
        case idle, started([ServerLoop]), stopped
    }

    /// Prepares a server; `start` opens it.
    package init(_ configuration: Configuration, router: Router, fallback: FallbackResponses = FallbackResponses()) {
        self.configuration = configuration
        self.router = router
        self.fallback = fallback
    }

    deinit {
        if case .started(let loops) = state.withLock({ $0 }) { Self.close(loops) }
    }

    /// Listens and serves until `stop`.
    ///
    /// - Returns: The port.
    /// - Throws: `WebServerError` with a sentence for the operator.
    package func start() async throws -> Int {
        guard case .idle = state.withLock({ $0 }) else {
            throw WebServerError(.alreadyStarted, "This web server was started before. Make a new one.")
        }
        let tls = try tlsContext()
        var address = try ListenAddress(host: configuration.host, port: configuration.port)
        try address.requireFree()
        var loops: [ServerLoop] = []
        do {
            for number in 1...max(1, configuration.loopCount) {
                let loop = try ServerLoop(number: number, of: self, tls: tls)
                loops.append(loop)
                let port = try await loop.opened(address)
                if number == 1 { address = try ListenAddress(host: configuration.host, port: port) }
            }
        } catch {
            Self.close(loops)
            throw error
        }
        let started = loops
        state.withLock { $0 = .started(started) }
        return address.port
    }

    /// Accepts no more, lets requests under way finish for at most `drain`, and closes everything.
    ///
    /// Event streams are cancelled at once. Responses sent meanwhile close their connection.
    package func stop(drain: Duration) async {
        let previous = state.withLock { state in
            defer { state = .stopped }
            return state
        }
        guard case .started(let loops) = previous else { return }
        // All listeners first: a client whose connection one loop has ended could otherwise connect to the next.
        await forEach(loops) { await $0.refusing() }
        await forEach(loops) { loop in
            await loop.drained(within: drain)
            await loop.closed()
        }
    }

    private func forEach(_ loops: [ServerLoop], _ body: @escaping @Sendable (ServerLoop) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for loop in loops { group.addTask { await body(loop) } }
        }
    }

    private static func close(_ loops: [ServerLoop]) {
        for loop in loops { loop.onLoop { loop.end() } }
    }

    private func tlsContext() throws -> TLSContext? {
        switch (configuration.certificateFile, configuration.keyFile) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return try TLSContext(certificateFile: certificate, keyFile: key)
        default:
            throw WebServerError(
                .invalidCertificate, "HTTPS needs both a certificate file and a key file. Set both or none.")
        }
    }
}

extension ServerLoop {
    /// Opens the listener from outside of the loop.
    fileprivate func opened(_ address: ListenAddress) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            onLoop { continuation.resume(with: Result { try self.open(address) }) }
        }
    }

    /// Closes everything and ends the loop.
    fileprivate func closed() async {
        await withCheckedContinuation { continuation in
            onLoop {
                self.end()
                continuation.resume()
            }
        }
    }

    /// Closes everything and ends the loop, from the loop.
    fileprivate func end() {
        close()
        loop.shutdown()
    }

    /// Waits until the listener is closed.
    fileprivate func refusing() async {
        await withCheckedContinuation { continuation in
            onLoop {
                self.refuse()
                continuation.resume()
            }
        }
    }

    /// Waits until the last connection is gone, or the time is up.
    fileprivate func drained(within limit: Duration) async {
        await withCheckedContinuation { continuation in
            let answer = Once { continuation.resume() }
            onLoop {
                let timer = self.loop.schedule(after: limit) { answer.run() }
                self.drain {
                    timer.cancel()
                    answer.run()
                }
            }
        }
    }
}

/// Runs a body the first time that it is asked to.
private final class Once: Sendable {
    private let body: Locked<(@Sendable () -> Void)?>

    init(_ body: @escaping @Sendable () -> Void) { self.body = Locked(body) }

    func run() {
        let body = self.body.withLock { body in
            defer { body = nil }
            return body
        }
        body?()
    }
}
