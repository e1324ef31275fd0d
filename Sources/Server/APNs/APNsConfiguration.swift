/// Where pushes go and how patient the client is.
public struct APNsConfiguration: Sendable {
    /// Whom the client believes to be APNs.
    public enum Trust: Sendable, Hashable {
        /// The authorities of the operating system; they must hold USERTrust RSA.
        case system
        /// The authorities in a PEM file, and no others.
        case file(String)
        /// The authorities in PEM text, and no others.
        case pem(String)
    }

    /// An HTTP proxy that opens tunnels by CONNECT.
    public struct Proxy: Sendable, Hashable {
        /// The host name or IP address.
        public var host: String
        /// The TCP port.
        public var port: Int
        /// The name for basic authentication; nil for none.
        public var userName: String?
        /// The password for basic authentication, a secret.
        public var password: String?

        /// Names a proxy.
        public init(host: String, port: Int, userName: String? = nil, password: String? = nil) {
            self.host = host
            self.port = port
            self.userName = userName
            self.password = password
        }
    }

    /// The port that Apple offers beside 443, for firewalls that treat 443 in a special way.
    public static let alternativePort = 2197

    /// The host name; it is looked up anew for each connection.
    public var host: String
    /// The TCP port: 443, or 2197 where a firewall asks for it.
    public var port: Int
    /// Whom to believe.
    ///
    /// Default: the system's authorities.
    public var trust = Trust.system
    /// The HTTP proxy that connections go through; TLS stays between this client and APNs.
    ///
    /// Default: none. The proxy looks up the host's name.
    public var proxy: Proxy?
    /// The most connections that share the pushes; another one is made when those there are have their streams full.
    ///
    /// Default 1, range 1 to 64. Suspect tokens and broadcasts have one more each, made when it is needed.
    public var connectionCount = 1
    /// How long each push may take, waiting for its turn included, on the clock of the client.
    ///
    /// Default 20 s. A push that was not sent by then is `notProcessed`, one without an answer `ambiguous`.
    public var requestTimeout = Duration.seconds(20)
    /// Time to find and reach the host, in real time.
    ///
    /// Default 10 s.
    public var connectTimeout = Duration.seconds(10)
    /// Time for the TLS handshake, in real time.
    ///
    /// Default 10 s.
    public var handshakeTimeout = Duration.seconds(10)
    /// After this long without a byte a PING asks whether the connection is still there, in real time.
    ///
    /// Default 1 h, as often as Apple wants it at most.
    public var idlePing = Duration.seconds(3600)
    /// How long the answer to a PING may take before the connection counts as dead, in real time.
    ///
    /// Default 15 s.
    public var pingTimeout = Duration.seconds(15)
    /// The wait before the second attempt to connect; it doubles with each failure and varies by half.
    ///
    /// Default 0.5 s.
    public var reconnectDelay = Duration.milliseconds(500)
    /// The longest wait between two attempts to connect.
    ///
    /// Default 60 s.
    public var longestReconnectDelay = Duration.seconds(60)
    /// The threads that work for the client; nil gives it one of its own.
    public var threads: APNsThreads?

    /// Finds the numeric addresses of the host; nil asks the system.
    ///
    /// Called anew for each connection, off the threads of the client.
    var lookUp: (@Sendable (_ host: String) -> [String])?

    /// Told of what happens to connections, for the log.
    public var onEvent: (@Sendable (APNsEvent) -> Void)?

    /// Creates a configuration for a host.
    public init(host: String, port: Int = 443) {
        self.host = host
        self.port = port
    }

    /// Apple's servers for apps from the App Store and TestFlight.
    public static var production: APNsConfiguration { APNsConfiguration(host: "api.push.apple.com") }
    /// Apple's servers for channels of apps from the App Store and TestFlight.
    public static var channelManagement: APNsConfiguration {
        APNsConfiguration(host: "api-manage-broadcast.push.apple.com", port: 2196)
    }
    /// Apple's servers for channels of apps run from Xcode.
    public static var sandboxChannelManagement: APNsConfiguration {
        APNsConfiguration(host: "api-manage-broadcast.sandbox.push.apple.com", port: 2195)
    }
    /// Apple's servers for apps run from Xcode.
    public static var sandbox: APNsConfiguration { APNsConfiguration(host: "api.sandbox.push.apple.com") }
}
