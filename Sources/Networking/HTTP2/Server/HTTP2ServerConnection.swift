package import EventLoop

/// One client of a server, and the levers to treat it well or badly.
///
/// All methods are safe from any thread.
package final class HTTP2ServerConnection: Sendable {
    /// Unique within the process.
    package let id: UInt64
    /// The client's address and port, such as `127.0.0.1:50123`.
    package let remoteAddress: String
    /// The loop that serves the connection; the handler is called there.
    package let loop: EventLoop

    init(id: UInt64, remoteAddress: String, loop: EventLoop) {
        self.id = id
        self.remoteAddress = remoteAddress
        self.loop = loop
    }

    /// Tells the client to open no more streams; those up to `lastStreamID` still get their answers.
    ///
    /// - Parameters:
    ///   - lastStreamID: The last stream that is processed; default: the last one received.
    ///   - code: The reason.
    ///   - debugData: Free text for people; APNs puts JSON there.
    package func goAway(lastStreamID: Int32? = nil, code: HTTP2ErrorCode = .noError, debugData: [UInt8] = []) {}

    /// Sends SETTINGS with another MAX_CONCURRENT_STREAMS.
    package func setMaxConcurrentStreams(_ count: UInt32) {}

    /// Closes the socket at once, without GOAWAY or TLS goodbye, as a broken network does.
    package func closeAbruptly() {}

    func respond(_ response: HTTP2Response, on streamID: Int32) {}
    func reset(_ streamID: Int32, _ code: HTTP2ErrorCode) {}
}
