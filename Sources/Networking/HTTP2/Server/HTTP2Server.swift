package import EventLoop
import Locking

/// An HTTP/2 server over TLS with ALPN `h2`.
package final class HTTP2Server: Sendable {
    /// What the server calls, always on the loop of the connection.
    package struct Handler: Sendable {
        /// Called for each complete request; answers through the responder, then or later.
        package var request: @Sendable (HTTP2Request, HTTP2Responder) -> Void
        /// Called when a client has finished its TLS handshake.
        package var connectionOpened: @Sendable (HTTP2ServerConnection) -> Void
        /// Called once when a connection is gone.
        package var connectionClosed: @Sendable (HTTP2ServerConnection) -> Void

        /// Creates a handler.
        package init(
            request: @escaping @Sendable (HTTP2Request, HTTP2Responder) -> Void,
            connectionOpened: @escaping @Sendable (HTTP2ServerConnection) -> Void = { _ in },
            connectionClosed: @escaping @Sendable (HTTP2ServerConnection) -> Void = { _ in }
        ) {
            self.request = request
            self.connectionOpened = connectionOpened
            self.connectionClosed = connectionClosed
        }
    }

    private struct State {
        var listener: Listener?
        var connections: [UInt64: HTTP2ServerConnection] = [:]
        var nextLoop = 0
        var isStopped = false
        var whenEmpty: [@Sendable () -> Void] = []
    }

    private let loops: [EventLoop]
    /// One for each loop.
    private let pools: [StreamPool]
    private let context: TLSContext
    private let limits: HTTP2Limits
    private let handler: Handler
    private let state = Locked(State())
    private static let nextID = Locked<UInt64>(1)

    /// Prepares a server; connections are spread over `loops`, which the caller keeps and shuts down.
    ///
    /// With `requiresALPN` off, a client that offers no protocol at all is taken to speak HTTP/2. With
    /// `clientAuthorityPEM` clients are asked for a certificate, which `HTTP2ServerConnection.peerCertificate` tells.
    package init(
        loops: [EventLoop], identity: TLSIdentity, limits: HTTP2Limits = HTTP2Limits(), requiresALPN: Bool = true,
        clientAuthorityPEM: String? = nil, handler: Handler
    ) throws(HTTP2Error) {
        precondition(!loops.isEmpty, "a server needs a loop to run on")
        self.loops = loops
        pools = loops.map { _ in StreamPool() }
        self.limits = limits
        self.handler = handler
        context = try .server(
            identity: identity, requiresALPN: requiresALPN, clientAuthorityPEM: clientAuthorityPEM)
    }

    /// Starts to listen and returns the port.
    ///
    /// - Parameters:
    ///   - host: An IPv4 or IPv6 address of this machine.
    ///   - port: The port, or 0 for a free one.
    /// - Returns: The port that is listened on.
    /// - Throws: `cannot_listen` when the address is in use or not of this machine.
    package func start(host: String = "127.0.0.1", port: Int = 0) async throws(HTTP2Error) -> Int {
        let result = await withCheckedContinuation { (done: CheckedContinuation<Result<Int, HTTP2Error>, Never>) in
            loops[0].execute {
                done.resume(returning: Result { () throws(HTTP2Error) in try self.listen(host: host, port: port) })
            }
        }
        return try result.get()
    }

    private func listen(host: String, port: Int) throws(HTTP2Error) -> Int {
        let listener = try Listener(loop: loops[0], host: host, port: port) { descriptor, address in
            self.accept(descriptor, from: address)
        }
        state.withLock { $0.listener = listener }
        return listener.port
    }

    private func accept(_ descriptor: Int32, from address: SocketAddress) {
        let id = Self.nextID.withLock { id in
            defer { id += 1 }
            return id
        }
        let next = state.withLock { state in
            state.nextLoop = (state.nextLoop + 1) % loops.count
            return state.nextLoop
        }
        let loop = loops[next]
        let connection = HTTP2ServerConnection(
            id: id, remoteAddress: address.description, loop: loop, context: context, limits: limits,
            pool: pools[next], handler: handler
        ) { [weak self] connection in
            self?.remove(connection)
        }
        let isWelcome = state.withLock { state in
            guard state.connections.count < limits.maxConnections, !state.isStopped else { return false }
            state.connections[id] = connection
            return true
        }
        guard isWelcome else {
            _ = Socket(takingOwnership: descriptor)
            return
        }
        loop.onLoop { connection.serve(descriptor) }
    }

    private func remove(_ connection: HTTP2ServerConnection) {
        let waiting = state.withLock { state in
            state.connections[connection.id] = nil
            guard state.connections.isEmpty else { return [@Sendable () -> Void]() }
            defer { state.whenEmpty = [] }
            return state.whenEmpty
        }
        for resume in waiting { resume() }
    }

    /// The connections that are open now.
    package var connections: [HTTP2ServerConnection] { state.withLock { Array($0.connections.values) } }

    /// Stops listening, sends GOAWAY, waits up to `drain` for open requests, then closes what is left.
    package func stop(drain: Duration = .zero) async {
        await withCheckedContinuation { done in
            loops[0].execute {
                let listener = self.state.withLock { state in
                    defer { state.listener = nil }
                    state.isStopped = true
                    return state.listener
                }
                listener?.stop()
                done.resume()
            }
        }
        for connection in connections { connection.closeWhenAnswered() }
        let timer = loops[0].schedule(after: drain) {
            for connection in self.connections { connection.closeNow() }
        }
        await withCheckedContinuation { done in
            let isEmpty = state.withLock { state in
                guard !state.connections.isEmpty else { return true }
                state.whenEmpty.append { done.resume() }
                return false
            }
            if isEmpty { done.resume() }
        }
        timer.cancel()
    }
}
