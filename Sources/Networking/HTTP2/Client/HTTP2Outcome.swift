/// What is known about a request whose time is over.
package enum HTTP2Outcome: Sendable {
    /// The peer answered.
    case answered(HTTP2Response)
    /// The peer certainly did not process it: never completely sent, refused, or above the last stream of a GOAWAY.
    case refused(HTTP2Error)
    /// It was sent and no answer came: the peer may or may not have processed it.
    case ambiguous(HTTP2Error)
}

/// What a client connection tells the object that uses it, always on the loop.
package protocol HTTP2ClientOwner: AnyObject {
    /// Requests may be submitted from now on.
    func connectionOpened(_ connection: HTTP2ClientConnection)
    /// The peer's settings changed, perhaps the number of streams it allows.
    func connectionSettingsChanged(_ connection: HTTP2ClientConnection)
    /// What is queued is about to be sent: submit now what should go along.
    func connectionWillFlush(_ connection: HTTP2ClientConnection)
    /// The peer accepts no more requests here; those open may still be answered.
    func connectionGoesAway(_ connection: HTTP2ClientConnection, code: HTTP2ErrorCode, debugData: [UInt8])
    /// A request is over; called exactly once for each one submitted.
    func requestEnded(_ connection: HTTP2ClientConnection, tag: Int, outcome: HTTP2Outcome)
    /// Everything is over; all requests were ended before.
    func connectionEnded(_ connection: HTTP2ClientConnection, error: HTTP2Error)
}
