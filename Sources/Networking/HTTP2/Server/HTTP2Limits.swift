/// What one client may ask of a server.
package struct HTTP2Limits: Sendable {
    /// Requests that a connection may have open at once, told in SETTINGS.
    ///
    /// Default 1000.
    package var maxConcurrentStreams: UInt32 = 1000
    /// Bytes of all fields of a request, each counted with 32 extra (RFC 9113, 6.5.2); more is answered 431.
    ///
    /// Default 16,384.
    package var headerListByteLimit = 16_384
    /// Bytes of a request body; the handler gets a longer one cut and early.
    ///
    /// Default 65,536.
    package var bodyByteLimit = 65_536
    /// Open connections; further ones are closed at once.
    ///
    /// Default 10,000.
    package var maxConnections = 10_000
    /// CONTINUATION frames in one header block; more end the connection.
    ///
    /// Default 8.
    package var continuationLimit = 8
    /// PING, SETTINGS, PRIORITY and empty DATA frames that may come at once; more end the connection.
    ///
    /// Default 1000.
    package var controlFrameBurst = 1000
    /// How many such frames are forgiven each second.
    ///
    /// Default 100.
    package var controlFramesPerSecond = 100
    /// Streams that the client may reset at once; more end the connection.
    ///
    /// Default 1000.
    package var resetBurst = 1000
    /// How many resets are forgiven each second.
    ///
    /// Default 33.
    package var resetsPerSecond = 33
    /// Frames that may wait for a client that reads slowly; more end the connection.
    ///
    /// Default 10,000.
    package var queuedFrameLimit = 10_000
    /// Time for the TLS handshake.
    ///
    /// Default 10 s.
    package var handshakeTimeout = Duration.seconds(10)
    /// Time without any progress while output waits, after which the connection is closed.
    ///
    /// Default 30 s.
    package var stallTimeout = Duration.seconds(30)

    /// Creates the default limits.
    package init() {}
}
