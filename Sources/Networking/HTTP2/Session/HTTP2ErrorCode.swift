/// Why a stream or connection is ended (RFC 9113, section 7); peers may send values that have no name here.
package struct HTTP2ErrorCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The number on the wire.
    package let rawValue: UInt32
    /// Creates a code from the number on the wire.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A normal end.
    package static let noError = HTTP2ErrorCode(rawValue: 0)
    /// The peer broke the protocol.
    package static let protocolError = HTTP2ErrorCode(rawValue: 1)
    /// A fault of the sender of this code.
    package static let internalError = HTTP2ErrorCode(rawValue: 2)
    /// The peer sent more than the window allows.
    package static let flowControlError = HTTP2ErrorCode(rawValue: 3)
    /// SETTINGS were not acknowledged in time.
    package static let settingsTimeout = HTTP2ErrorCode(rawValue: 4)
    /// A frame came for a stream that is half closed.
    package static let streamClosed = HTTP2ErrorCode(rawValue: 5)
    /// A frame has a wrong size.
    package static let frameSizeError = HTTP2ErrorCode(rawValue: 6)
    /// The request was not processed at all and may be sent again.
    package static let refusedStream = HTTP2ErrorCode(rawValue: 7)
    /// The stream is no longer wanted.
    package static let cancel = HTTP2ErrorCode(rawValue: 8)
    /// The header compression state is lost.
    package static let compressionError = HTTP2ErrorCode(rawValue: 9)
    /// The peer makes too much load.
    package static let enhanceYourCalm = HTTP2ErrorCode(rawValue: 11)
    /// TLS is too weak.
    package static let inadequateSecurity = HTTP2ErrorCode(rawValue: 12)
    /// HTTP/1.1 is wanted.
    package static let http11Required = HTTP2ErrorCode(rawValue: 13)

    /// The name in the RFC, or the number.
    package var description: String {
        let names = [
            "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
            "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
            "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
        ]
        return rawValue < UInt32(names.count) ? names[Int(rawValue)] : "error \(rawValue)"
    }
}
