/// How the live session of a person stands.
public struct LiveSessionState: Sendable, Equatable {
    /// The connection to the server.
    public enum Connection: String, Sendable {
        /// No session was started.
        case none
        /// It is being made: the token is asked for, the person registered.
        case connecting
        /// New messages arrive as they are sent.
        case connected
        /// The network, the server or the screen is away; it comes back by itself.
        case disconnected
        /// The server refuses the person; a new start or token is needed.
        case failed
        /// The session was ended by the app.
        case ended
    }

    /// The connection to the server.
    public internal(set) var connection = Connection.none
    /// Whether a session was started and not ended.
    public internal(set) var isStarted = false
    /// Whether new messages arrive as they are sent.
    public var isConnected: Bool { connection == .connected }

    /// Nothing was started.
    public init() {}
}
