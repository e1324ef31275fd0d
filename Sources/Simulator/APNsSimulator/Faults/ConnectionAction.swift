import HTTP2
import Locking

extension APNsSimulator {
    /// What can be done to open connections at any time, without waiting for a request.
    public enum ConnectionAction: Sendable, Hashable {
        /// Says GOAWAY with this reason as JSON (nil: no debug data), answers what is open and closes.
        case goAway(Refusal.Reason?)
        /// Takes the limit of streams to this number; the next accepted request lifts it.
        case limitStreams(Int)
        /// Cuts the connection without a word, by TCP reset.
        case close
        /// Ends TLS and TCP properly, without GOAWAY.
        case closeTLS
        /// Hears and says no more while the connection stays open.
        case halfOpen
    }

    /// A client's connection to one of the HTTP/2 ports.
    public struct Connection: Sendable, Hashable {
        /// Unique while the process runs; requests in the log carry the same number.
        public var id: UInt64
        /// The service it reached.
        public var environment: Environment
        /// Whether it reached a port of channel management.
        public var isManagement: Bool
        /// The client's address and port.
        public var remoteAddress: String
    }

    /// The connections that are open now, oldest first.
    public var connections: [Connection] {
        core.servers.withLock { $0 }.flatMap { server in
            server.server.connections.map {
                Connection(
                    id: $0.id, environment: server.environment, isManagement: server.isManagement,
                    remoteAddress: $0.remoteAddress)
            }
        }.sorted { $0.id < $1.id }
    }

    /// Does something to open connections.
    ///
    /// - Parameters:
    ///   - action: What to do.
    ///   - id: The connection; by default all.
    ///   - environment: The service whose connections are meant; by default both.
    /// - Returns: How many connections were concerned.
    @discardableResult
    public func perform(_ action: ConnectionAction, on id: UInt64? = nil, environment: Environment? = nil) -> Int {
        core.perform(action, on: id, environment: environment)
    }
}
