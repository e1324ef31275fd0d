package import EventLoop

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

    /// Prepares a server; connections are spread over `loops`, which the caller keeps and shuts down.
    package init(
        loops: [EventLoop], identity: TLSIdentity, limits: HTTP2Limits = HTTP2Limits(), handler: Handler
    ) throws(HTTP2Error) {}

    /// Starts to listen and returns the port.
    ///
    /// - Parameters:
    ///   - host: An IPv4 or IPv6 address of this machine.
    ///   - port: The port, or 0 for a free one.
    /// - Returns: The port that is listened on.
    /// - Throws: `cannot_listen` when the address is in use or not of this machine.
    package func start(host: String = "127.0.0.1", port: Int = 0) async throws(HTTP2Error) -> Int { 0 }

    /// The connections that are open now.
    package var connections: [HTTP2ServerConnection] { [] }

    /// Stops listening, sends GOAWAY, waits up to `drain` for open requests, then closes what is left.
    package func stop(drain: Duration = .zero) async {}
}
