/// Something about a connection that an operator may want to log; called on a thread of the client.
public enum APNsEvent: Sendable, Hashable {
    /// A connection was made.
    case connected(host: String)
    /// An attempt to connect failed; the next one comes after `retryAfter`.
    case connectFailed(APNsError, retryAfter: Duration)
    /// A connection that was open has ended.
    case disconnected(APNsError)
    /// APNs asked to leave the connection; its reason, if it gave one.
    case goAway(RejectionReason?)
    /// The number of pushes that APNs lets be under way on the connection.
    case streamLimit(Int)
}
