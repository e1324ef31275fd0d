/// Where a client connection goes and how patient it is.
package struct HTTP2ClientConfiguration: Sendable {
    /// The host name, checked in the certificate, or an IP address.
    package var host: String
    /// The TCP port.
    package var port: Int
    /// Whom to trust, shared by many connections.
    package var context: TLSContext
    /// The HTTP proxy to go through; nil connects directly.
    package var proxy: HTTP2Proxy?
    /// Finds the numeric addresses of a host, in the order to try; nil asks the system.
    ///
    /// Called for each connection, off the loop; it may block. Nobody remembers what it says.
    package var lookUp: (@Sendable (_ host: String) -> [String])?
    /// Time to find the host and to connect to one of its addresses, in real time; they share it.
    ///
    /// Default 10 s.
    package var connectTimeout = Duration.seconds(10)
    /// Time for the TLS handshake, in real time.
    ///
    /// Default 10 s.
    package var handshakeTimeout = Duration.seconds(10)
    /// After this long without a byte a PING is sent, and the connection closed if no byte comes within `pingTimeout`.
    ///
    /// Default 1 h, as often as Apple wants it.
    package var idlePing = Duration.seconds(3600)
    /// How long the answer to a PING may take.
    ///
    /// Default 15 s.
    package var pingTimeout = Duration.seconds(15)
    /// Names of the answer's fields to keep, in lower case; nil keeps all.
    package var wantedHeaders: [String]?
    /// Bytes of an answer's body that are kept; the rest is thrown away.
    ///
    /// Default 65,536.
    package var bodyByteLimit = 65_536

    /// Creates a configuration with the defaults.
    package init(host: String, port: Int, context: TLSContext) {
        self.host = host
        self.port = port
        self.context = context
    }
}
