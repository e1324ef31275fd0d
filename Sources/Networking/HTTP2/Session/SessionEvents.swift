import CNghttp2

/// What an HTTP/2 session tells its connection, on the loop and only while bytes are received or produced.
///
/// A class with empty methods, not a protocol, because a C callback can only carry a pointer to an object.
package class SessionEvents {
    init() {}

    /// The header block of a message begins.
    func headersBegan(_ streamID: Int32, category: nghttp2_headers_category) {}
    /// One field came; the bytes are valid during the call.
    func headerReceived(_ streamID: Int32, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {}
    /// The header block of a message is complete.
    func headersReceived(_ streamID: Int32, endsStream: Bool) {}
    /// A part of a body came; the bytes are valid during the call.
    func bodyReceived(_ streamID: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {}
    /// The peer will send no more on this stream.
    func bodyEnded(_ streamID: Int32) {}
    /// The stream is gone.
    func streamClosed(_ streamID: Int32, _ code: HTTP2ErrorCode) {}
    /// The peer's settings took effect.
    func settingsReceived() {}
    /// The peer wants to end the connection.
    func goAwayReceived(lastStreamID: Int32, code: HTTP2ErrorCode, debugData: UnsafeBufferPointer<UInt8>) {}
    /// Headers that were queued will never be sent.
    func headersNotSent(_ streamID: Int32, libraryCode: Int32) {}
    /// A message was sent to its end.
    func streamEndSent(_ streamID: Int32) {}
    /// Copies the next part of the body that `context` stands for; returns the count and whether that was all.
    ///
    /// nil when there is no such body any more: the stream is reset, so that no cut body looks complete.
    func readBody(
        _ streamID: Int32, context: UnsafeMutableRawPointer?, into buffer: UnsafeMutableRawBufferPointer
    ) -> (count: Int, isLast: Bool)? { nil }
}
