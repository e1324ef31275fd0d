extension WebServer {
    /// Where and within which limits a web server works.
    package struct Configuration: Sendable {
        /// The address to listen on, numeric or a name; default `127.0.0.1`.
        package var host = "127.0.0.1"
        /// The port to listen on; 0, the default, lets the system choose.
        package var port = 0
        /// How many event loops share the connections; default 2, at least 1.
        package var loopCount = 2
        /// How many connections may be open; further ones wait in the system's queue.
        ///
        /// Default 4,096.
        package var connectionLimit = 4_096
        /// How many bytes a body may have before it is answered 413; default 1 MiB.
        ///
        /// From four times this on evhttp answers by itself, without the body of `FallbackResponses`.
        package var bodyByteLimit = 1_048_576
        /// How many bytes the header may have before evhttp answers 400 by itself; default 32 KiB.
        package var headerByteLimit = 32_768
        /// How long a client may take to send a request, from its first byte to its last; default 30 s.
        package var requestTimeout: Duration = .seconds(30)
        /// How long a connection may stay without a request, or a response without progress; default 60 s.
        package var idleTimeout: Duration = .seconds(60)
        /// How many bytes of server-sent events may stand unsent before the connection is closed; default 256 KiB.
        package var unsentEventByteLimit = 262_144
        /// A PEM file with the certificate and its chain; set together with `keyFile` for HTTPS.
        package var certificateFile: String?
        /// A PEM file with the certificate's private key.
        package var keyFile: String?

        /// Makes a configuration with all defaults.
        package init() {}
    }
}
