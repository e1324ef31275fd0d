/// Answers one request: at once or later, from any thread, or never.
///
/// The first call decides; later ones do nothing. An answer for a stream or connection that is gone is dropped.
package struct HTTP2Responder: Sendable {
    /// The connection that the request came on.
    package let connection: HTTP2ServerConnection
    /// The stream of the request.
    package let streamID: Int32

    /// Sends the answer; without a body the stream ends with HEADERS.
    package func respond(_ response: HTTP2Response) { connection.respond(response, on: streamID) }

    /// Sends an answer without body whose fields, `:status` first, the caller has written; on the loop only.
    package func respond(_ fields: borrowing HeaderBlock) { connection.respond(fields, on: streamID) }

    /// Whether an answer would still reach the client; on the loop only.
    package var isOpen: Bool { connection.isOpen(streamID) }

    /// Ends the stream without an answer.
    package func reset(_ code: HTTP2ErrorCode) { connection.reset(streamID, code) }
}
