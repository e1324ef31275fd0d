import CNghttp2

/// One side of an HTTP/2 connection as nghttp2 sees it: bytes go in, bytes come out, events go to an object.
///
/// Owned: freed when the value ends, which must not be inside one of its events.
struct HTTP2Session: ~Copyable {
    private let session: OpaquePointer
    private let events: Unmanaged<SessionEvents>
    /// Goes after the session: fields are destroyed when the body of `deinit` is over.
    private let memory: SessionMemory

    /// A number that SETTINGS carries.
    struct Setting {
        var id: nghttp2_settings_id
        var value: UInt32
    }

    private init(
        takingOwnership session: OpaquePointer, events: Unmanaged<SessionEvents>, memory: consuming SessionMemory
    ) {
        self.session = session
        self.events = events
        self.memory = memory
    }

    /// Makes a client's session; `events` is kept alive as long as the session.
    static func client(_ events: SessionEvents) throws(HTTP2Error) -> HTTP2Session {
        try make(events, callbacks: SessionCallbacks.client) { session, callbacks, context, memory in
            var option: OpaquePointer?
            guard nghttp2_option_new(&option) == 0 else { return NGHTTP2_ERR_NOMEM.rawValue }
            defer { nghttp2_option_del(option) }
            nghttp2_option_set_no_closed_streams(option, 1)
            return nghttp2_session_client_new3(&session, callbacks, context, option, &memory)
        }
    }

    /// Makes a server's session; `events` is kept alive as long as the session.
    static func server(_ events: SessionEvents, limits: HTTP2Limits) throws(HTTP2Error) -> HTTP2Session {
        try make(events, callbacks: SessionCallbacks.server) { session, callbacks, context, memory in
            var option: OpaquePointer?
            guard nghttp2_option_new(&option) == 0 else { return NGHTTP2_ERR_NOMEM.rawValue }
            defer { nghttp2_option_del(option) }
            nghttp2_option_set_no_closed_streams(option, 1)
            // Our own count of frames is the first line; these are the library's.
            nghttp2_option_set_max_outbound_ack(option, limits.controlFrameBurst)
            return nghttp2_session_server_new3(&session, callbacks, context, option, &memory)
        }
    }

    private static func make(
        _ events: SessionEvents, callbacks: OpaquePointer?,
        _ create: (inout OpaquePointer?, OpaquePointer, UnsafeMutableRawPointer, inout nghttp2_mem) -> Int32
    ) throws(HTTP2Error) -> HTTP2Session {
        guard let callbacks else {
            throw HTTP2Error(.library, detail: "nghttp2 could not make a callback table")
        }
        let context = Unmanaged.passRetained(events)
        let memory = SessionMemory()
        var functions = memory.functions
        var session: OpaquePointer?
        guard create(&session, callbacks, context.toOpaque(), &functions) == 0, let session else {
            context.release()
            throw HTTP2Error(.library, detail: "nghttp2 could not make a session")
        }
        return HTTP2Session(takingOwnership: session, events: context, memory: memory)
    }

    deinit {
        nghttp2_session_del(session)
        events.release()
    }

    /// Takes in bytes of the peer; garbage ends the session by a queued GOAWAY, so produce output afterwards.
    borrowing func receive(_ bytes: UnsafeRawBufferPointer) throws(HTTP2Error) {
        let result = nghttp2_session_mem_recv(
            session, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        guard result >= 0 else {
            throw HTTP2Error(.protocolViolation, detail: String(cString: nghttp2_strerror(Int32(result))))
        }
    }

    /// The next bytes to send, valid until the next call; nil when there is nothing to say.
    borrowing func nextOutput() throws(HTTP2Error) -> UnsafeBufferPointer<UInt8>? {
        var start: UnsafePointer<UInt8>?
        let count = nghttp2_session_mem_send(session, &start)
        guard count >= 0 else {
            throw HTTP2Error(.library, detail: String(cString: nghttp2_strerror(Int32(count))))
        }
        return count == 0 ? nil : UnsafeBufferPointer(start: start, count: count)
    }

    /// False once the session has nothing more to receive or send: close the connection then.
    var isAlive: Bool {
        borrowing get { nghttp2_session_want_read(session) != 0 || nghttp2_session_want_write(session) != 0 }
    }

    /// How many streams the peer lets us have open at once.
    var peerMaxConcurrentStreams: UInt32 {
        borrowing get {
            nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
        }
    }

    /// How long a header list the peer takes.
    var peerMaxHeaderListSize: UInt32 {
        borrowing get { nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE) }
    }

    /// Frames that wait to be sent.
    var queuedFrames: Int { borrowing get { nghttp2_session_get_outbound_queue_size(session) } }

    /// The highest stream id of the peer's that was handled.
    var lastProcessedStreamID: Int32 { borrowing get { nghttp2_session_get_last_proc_stream_id(session) } }

    /// Queues SETTINGS.
    borrowing func submitSettings(_ settings: [Setting]) {
        let entries = settings.map { nghttp2_settings_entry(settings_id: Int32($0.id.rawValue), value: $0.value) }
        _ = nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), entries, entries.count)
    }

    /// Lets the peer send this many bytes on the whole connection before it has to wait for us.
    borrowing func setConnectionWindow(_ byteCount: Int32) {
        _ = nghttp2_session_set_local_window_size(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, byteCount)
    }

    /// Queues a request and returns its stream; `context` comes back when the body is read.
    borrowing func submitRequest(
        _ headers: borrowing HeaderBlock, hasBody: Bool, context userData: UnsafeMutableRawPointer
    ) throws(HTTP2Error) -> Int32 {
        let streamID = headers.withNative { fields, count in
            guard hasBody else { return nghttp2_submit_request(session, nil, fields, count, nil, userData) }
            var provider = nghttp2_data_provider(
                source: nghttp2_data_source(ptr: userData), read_callback: SessionCallbacks.readBody)
            return nghttp2_submit_request(session, nil, fields, count, &provider, userData)
        }
        guard streamID > 0 else {
            throw HTTP2Error(
                .closed, detail: "no further request fits (\(String(cString: nghttp2_strerror(streamID))))")
        }
        return streamID
    }

    /// Queues an answer; without body its HEADERS end the stream.
    borrowing func submitResponse(
        _ response: HTTP2Response, on streamID: Int32
    ) throws(HTTP2Error) {
        let status = String(response.status)
        var text = Array(":status".utf8)
        text.reserveCapacity(256)
        text.append(contentsOf: status.utf8)
        for header in response.headers {
            text.append(contentsOf: header.name.utf8)
            text.append(contentsOf: header.value.utf8)
        }
        let result = text.withUnsafeMutableBufferPointer { text in
            var position = 0
            func field(_ nameCount: Int, _ valueCount: Int) -> nghttp2_nv {
                defer { position += nameCount + valueCount }
                return nghttp2_nv(
                    name: text.baseAddress?.advanced(by: position),
                    value: text.baseAddress?.advanced(by: position + nameCount), namelen: nameCount,
                    valuelen: valueCount, flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
            }
            var fields: [nghttp2_nv] = []
            fields.reserveCapacity(response.headers.count + 1)
            fields.append(field(":status".utf8.count, status.utf8.count))
            for header in response.headers { fields.append(field(header.name.utf8.count, header.value.utf8.count)) }
            guard !response.body.isEmpty else {
                return nghttp2_submit_response(session, streamID, fields, fields.count, nil)
            }
            var provider = nghttp2_data_provider(
                source: nghttp2_data_source(ptr: nil),
                read_callback: SessionCallbacks.readBody)
            return nghttp2_submit_response(session, streamID, fields, fields.count, &provider)
        }
        try Self.checkAnswer(result)
    }

    /// Queues an answer without body.
    borrowing func submitResponse(_ fields: borrowing HeaderBlock, on streamID: Int32) throws(HTTP2Error) {
        try Self.checkAnswer(fields.withNative { nghttp2_submit_response(session, streamID, $0, $1, nil) })
    }

    private static func checkAnswer(_ result: Int32) throws(HTTP2Error) {
        guard result != 0 else { return }
        throw HTTP2Error(.closed, detail: "no answer fits (\(String(cString: nghttp2_strerror(result))))")
    }

    /// Queues RST_STREAM.
    borrowing func reset(_ streamID: Int32, _ code: HTTP2ErrorCode) {
        _ = nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), streamID, code.rawValue)
    }

    /// Queues PING.
    borrowing func ping() { _ = nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil) }

    /// Queues GOAWAY; the session goes on with the streams up to `lastStreamID`.
    borrowing func goAway(lastStreamID: Int32, code: HTTP2ErrorCode, debugData: [UInt8]) {
        _ = nghttp2_submit_goaway(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), lastStreamID, code.rawValue, debugData, debugData.count)
    }

    /// Queues GOAWAY and wants nothing after it.
    borrowing func terminate(_ code: HTTP2ErrorCode) { _ = nghttp2_session_terminate_session(session, code.rawValue) }

    /// The context given with the request of a stream.
    borrowing func context(of streamID: Int32) -> UnsafeMutableRawPointer? {
        nghttp2_session_get_stream_user_data(session, streamID)
    }
}
