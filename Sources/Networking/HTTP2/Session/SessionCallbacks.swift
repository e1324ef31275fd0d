import CNghttp2

/// The C entry points of nghttp2: each checks pointers, finds the object and forwards.
enum SessionCallbacks {
    // Both unsafe: written here only; sessions read the tables while they are made.

    /// The table of clients, made once and kept; nil only when there was no memory for it.
    nonisolated(unsafe) static let client: OpaquePointer? = table(isServer: false)
    /// The table of servers, made once and kept; nil only when there was no memory for it.
    nonisolated(unsafe) static let server: OpaquePointer? = table(isServer: true)

    private static func table(isServer: Bool) -> OpaquePointer? {
        var table: OpaquePointer?
        guard nghttp2_session_callbacks_new(&table) == 0, let table else { return nil }
        nghttp2_session_callbacks_set_on_begin_headers_callback(table, beginHeaders)
        nghttp2_session_callbacks_set_on_header_callback(table, header)
        nghttp2_session_callbacks_set_on_frame_recv_callback(table, frameReceived)
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(table, dataChunk)
        nghttp2_session_callbacks_set_on_stream_close_callback(table, streamClosed)
        nghttp2_session_callbacks_set_on_frame_not_send_callback(table, frameNotSent)
        // A client learns the end of a request when its body is read; one call less for each push.
        if isServer { nghttp2_session_callbacks_set_on_frame_send_callback(table, frameSent) }
        return table
    }

    /// Calls `body` with the object behind `context`.
    ///
    /// The session keeps its events alive, so a callback needs no reference of its own.
    private static func with<Result>(
        _ context: UnsafeMutableRawPointer, _ body: (SessionEvents) -> Result
    ) -> Result {
        Unmanaged<SessionEvents>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
    }

    private static let endsStream = UInt8(NGHTTP2_FLAG_END_STREAM.rawValue)

    private static let beginHeaders: nghttp2_on_begin_headers_callback = { _, frame, context in
        guard let frame, let context else { return 0 }
        with(context) { $0.headersBegan(frame.pointee.hd.stream_id, category: frame.pointee.headers.cat) }
        return 0
    }

    private static let header: nghttp2_on_header_callback = {
        _, frame, name, nameCount, value, valueCount, _, context in
        guard let frame, let context else { return 0 }
        with(context) {
            $0.headerReceived(
                frame.pointee.hd.stream_id, name: UnsafeBufferPointer(start: name, count: nameCount),
                value: UnsafeBufferPointer(start: value, count: valueCount))
        }
        return 0
    }

    private static let frameReceived: nghttp2_on_frame_recv_callback = { _, frame, context in
        guard let frame, let context else { return 0 }
        with(context) { received(frame.pointee, $0) }
        return 0
    }

    private static func received(_ frame: nghttp2_frame, _ events: SessionEvents) {
        let head = frame.hd
        switch nghttp2_frame_type(UInt32(head.type)) {
        case NGHTTP2_HEADERS:
            events.headersReceived(head.stream_id, endsStream: head.flags & endsStream != 0)
        case NGHTTP2_DATA:
            if head.flags & endsStream != 0 { events.bodyEnded(head.stream_id) }
        case NGHTTP2_SETTINGS:
            if head.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 { events.settingsReceived() }
        case NGHTTP2_GOAWAY:
            events.goAwayReceived(
                lastStreamID: frame.goaway.last_stream_id, code: HTTP2ErrorCode(rawValue: frame.goaway.error_code),
                debugData: UnsafeBufferPointer(start: frame.goaway.opaque_data, count: frame.goaway.opaque_data_len))
        default: break
        }
    }

    private static let dataChunk: nghttp2_on_data_chunk_recv_callback = { _, _, streamID, bytes, count, context in
        guard let context else { return 0 }
        with(context) { $0.bodyReceived(streamID, UnsafeBufferPointer(start: bytes, count: count)) }
        return 0
    }

    private static let streamClosed: nghttp2_on_stream_close_callback = { _, streamID, code, context in
        guard let context else { return 0 }
        with(context) { $0.streamClosed(streamID, HTTP2ErrorCode(rawValue: code)) }
        return 0
    }

    private static let frameNotSent: nghttp2_on_frame_not_send_callback = { _, frame, code, context in
        guard let frame, let context else { return 0 }
        if UInt32(frame.pointee.hd.type) == NGHTTP2_HEADERS.rawValue {
            with(context) { $0.headersNotSent(frame.pointee.hd.stream_id, libraryCode: code) }
        }
        return 0
    }

    private static let frameSent: nghttp2_on_frame_send_callback = { _, frame, context in
        guard let frame, frame.pointee.hd.flags & endsStream != 0, let context else { return 0 }
        let type = UInt32(frame.pointee.hd.type)
        // Other frame types use the same bit for ACK.
        if type == NGHTTP2_HEADERS.rawValue || type == NGHTTP2_DATA.rawValue {
            with(context) { $0.streamEndSent(frame.pointee.hd.stream_id) }
        }
        return 0
    }

    /// Reads the next part of a body, for requests and answers alike.
    static let readBody: nghttp2_data_source_read_callback = {
        _, streamID, buffer, capacity, flags, source, context in
        guard let buffer, let flags, let source, let context else {
            return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
        }
        let part = with(context) {
            $0.readBody(
                streamID, context: source.pointee.ptr,
                into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
        }
        guard let (count, isLast) = part else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        if isLast { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
        return count
    }
}
