import CNghttp2

/// The C entry points of nghttp2: each checks pointers, finds the object and forwards.
enum SessionCallbacks {
    /// The table that all sessions use, made once and kept.
    ///
    /// nil only when there was no memory for it.
    nonisolated(unsafe) static let table: OpaquePointer? = {
        // Unsafe: written here only; sessions read it while they are made.
        var table: OpaquePointer?
        guard nghttp2_session_callbacks_new(&table) == 0, let table else { return nil }
        nghttp2_session_callbacks_set_on_begin_headers_callback(table, beginHeaders)
        nghttp2_session_callbacks_set_on_header_callback(table, header)
        nghttp2_session_callbacks_set_on_frame_recv_callback(table, frameReceived)
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(table, dataChunk)
        nghttp2_session_callbacks_set_on_stream_close_callback(table, streamClosed)
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(table, invalidFrame)
        nghttp2_session_callbacks_set_on_frame_not_send_callback(table, frameNotSent)
        nghttp2_session_callbacks_set_on_frame_send_callback(table, frameSent)
        return table
    }()

    private static func events(_ context: UnsafeMutableRawPointer?) -> SessionEvents? {
        context.map { Unmanaged<SessionEvents>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let endsStream = UInt8(NGHTTP2_FLAG_END_STREAM.rawValue)

    private static let beginHeaders: nghttp2_on_begin_headers_callback = { _, frame, context in
        guard let frame, let events = events(context) else { return 0 }
        events.headersBegan(frame.pointee.hd.stream_id, category: frame.pointee.headers.cat)
        return 0
    }

    private static let header: nghttp2_on_header_callback = {
        _, frame, name, nameCount, value, valueCount, _, context in
        guard let frame, let events = events(context) else { return 0 }
        events.headerReceived(
            frame.pointee.hd.stream_id, name: UnsafeBufferPointer(start: name, count: nameCount),
            value: UnsafeBufferPointer(start: value, count: valueCount))
        return 0
    }

    private static let frameReceived: nghttp2_on_frame_recv_callback = { _, frame, context in
        guard let frame, let events = events(context) else { return 0 }
        let head = frame.pointee.hd
        switch nghttp2_frame_type(UInt32(head.type)) {
        case NGHTTP2_HEADERS:
            events.headersReceived(head.stream_id, endsStream: head.flags & endsStream != 0)
        case NGHTTP2_DATA:
            if head.flags & endsStream != 0 { events.bodyEnded(head.stream_id) }
        case NGHTTP2_SETTINGS:
            if head.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 { events.settingsReceived() }
        case NGHTTP2_PING:
            if head.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0 { events.pingAnswered() }
        case NGHTTP2_GOAWAY:
            let goAway = frame.pointee.goaway
            events.goAwayReceived(
                lastStreamID: goAway.last_stream_id, code: HTTP2ErrorCode(rawValue: goAway.error_code),
                debugData: UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len))
        default: break
        }
        return 0
    }

    private static let dataChunk: nghttp2_on_data_chunk_recv_callback = { _, _, streamID, bytes, count, context in
        events(context)?.bodyReceived(streamID, UnsafeBufferPointer(start: bytes, count: count))
        return 0
    }

    private static let streamClosed: nghttp2_on_stream_close_callback = { _, streamID, code, context in
        events(context)?.streamClosed(streamID, HTTP2ErrorCode(rawValue: code))
        return 0
    }

    private static let invalidFrame: nghttp2_on_invalid_frame_recv_callback = { _, frame, code, context in
        guard let frame, let events = events(context) else { return 0 }
        events.invalidFrameReceived(frame.pointee.hd.stream_id, libraryCode: code)
        return 0
    }

    private static let frameNotSent: nghttp2_on_frame_not_send_callback = { _, frame, code, context in
        guard let frame, let events = events(context) else { return 0 }
        if UInt32(frame.pointee.hd.type) == NGHTTP2_HEADERS.rawValue {
            events.headersNotSent(frame.pointee.hd.stream_id, libraryCode: code)
        }
        return 0
    }

    private static let frameSent: nghttp2_on_frame_send_callback = { _, frame, context in
        guard let frame, frame.pointee.hd.flags & endsStream != 0, let events = events(context) else { return 0 }
        let type = UInt32(frame.pointee.hd.type)
        // Other frame types use the same bit for ACK.
        if type == NGHTTP2_HEADERS.rawValue || type == NGHTTP2_DATA.rawValue {
            events.streamEndSent(frame.pointee.hd.stream_id)
        }
        return 0
    }

    /// Reads from the body of a slot, for requests and answers alike.
    static let readBody: nghttp2_data_source_read_callback = {
        _, streamID, buffer, capacity, flags, source, context in
        guard let buffer, let flags, let source, let events = events(context) else {
            return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
        }
        let part = events.readBody(
            streamID, slot: Int(bitPattern: source.pointee.ptr) - 1,
            into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
        guard let (count, isLast) = part else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        if isLast { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
        return count
    }
}
