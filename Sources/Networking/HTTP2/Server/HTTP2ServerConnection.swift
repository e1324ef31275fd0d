import CNghttp2
import EventLoop

/// One client of a server, and the levers to treat it well or badly.
///
/// All package methods are safe from any thread.
package final class HTTP2ServerConnection: HTTP2Connection, @unchecked Sendable {
    // Unchecked: as in the superclass, state is touched on the loop only.

    /// Unique within the process.
    package let id: UInt64
    /// The client's address and port, such as `127.0.0.1:50123`.
    package let remoteAddress: String

    private let limits: HTTP2Limits
    /// Given up with the end: it may keep responders, which keep the connection.
    private var handler: HTTP2Server.Handler?
    private let gone: @Sendable (HTTP2ServerConnection) -> Void
    private var meter: FrameMeter
    /// Real time, as all timers of the network itself: it measures floods of frames.
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private let pool: StreamPool
    private var streams = StreamTable()
    /// The stream that the last event was about, which the next one is most likely about too.
    private var recent: (id: Int32, stream: ServerStream)?
    /// Whether a request was ever answered before its end, so that the rest of such requests has to be refused.
    private var answersEarly = false
    private var wasOpened = false
    private var isDraining = false
    /// The last stream that GOAWAY promised to look at.
    private var lastWelcome = Int32.max
    private var stallTimer: LoopTimer?
    private var handshakeTimer: LoopTimer?

    /// Whatever the handler wants to keep with the connection; for use on the loop only.
    package var handlerState: AnyObject?

    init(
        id: UInt64, remoteAddress: String, loop: EventLoop, context: TLSContext, limits: HTTP2Limits,
        pool: StreamPool, handler: HTTP2Server.Handler, gone: @escaping @Sendable (HTTP2ServerConnection) -> Void
    ) {
        self.id = id
        self.remoteAddress = remoteAddress
        self.limits = limits
        self.pool = pool
        self.handler = handler
        self.gone = gone
        meter = FrameMeter(limits)
        start = clock.now
        super.init(loop: loop, context: context)
    }

    /// The certificate that the client proved to have; for use on the loop, once the connection is open.
    package var peerCertificate: PeerCertificate? { transport?.peerCertificate }

    // MARK: Levers

    /// Hears and says no more while the socket stays open, as a host that hangs does.
    package func freeze() { loop.onLoop { self.transport?.freeze() } }

    /// Ends TLS and the socket properly, without GOAWAY.
    package func closeWithoutGoAway() {
        loop.onLoop { self.close(HTTP2Error(.closed, detail: "closed without GOAWAY")) }
    }

    /// Tells the client to open no more streams; those up to `lastStreamID` still get their answers.
    ///
    /// - Parameters:
    ///   - lastStreamID: The last stream that is processed; default: the last one received. Later ones are forgotten.
    ///   - code: The reason.
    ///   - debugData: Free text for people; APNs puts JSON there.
    package func goAway(lastStreamID: Int32? = nil, code: HTTP2ErrorCode = .noError, debugData: [UInt8] = []) {
        onSession { connection, session in
            connection.sayGoAway(session, lastStreamID, code: code, debugData: debugData)
            guard let lastStreamID else { return }
            connection.streams.removeAll(after: lastStreamID)
            connection.recent = nil
        }
    }

    /// Sends SETTINGS with another MAX_CONCURRENT_STREAMS; streams past it are then refused.
    package func setMaxConcurrentStreams(_ count: UInt32) {
        send([.init(id: NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, value: count)])
    }

    /// Sends any SETTINGS; once the client has acknowledged them it is held to them.
    func send(_ settings: [HTTP2Session.Setting]) {
        onSession { _, session in session.submitSettings(settings) }
    }

    /// Closes the socket at once, without GOAWAY or TLS goodbye, as a broken network does.
    package func closeAbruptly() {
        loop.onLoop { self.close(HTTP2Error(.closed, detail: "closed abruptly"), abruptly: true) }
    }

    /// Sends GOAWAY with this debug data and closes once the open requests are answered.
    package func closeWhenAnswered(debugData: [UInt8] = []) {
        onSession { connection, session in
            connection.isDraining = true
            connection.sayGoAway(session, nil, code: .noError, debugData: debugData)
        }
    }

    private func sayGoAway(
        _ session: borrowing HTTP2Session, _ lastStreamID: Int32?, code: HTTP2ErrorCode, debugData: [UInt8]
    ) {
        let last = lastStreamID ?? session.lastProcessedStreamID
        session.goAway(lastStreamID: last, code: code, debugData: debugData)
        // nghttp2 turns later streams away only once the frame has left, and more may come in before that.
        lastWelcome = min(lastWelcome, last)
    }

    /// Closes now, with what is already queued sent as far as the socket takes it.
    package func closeNow() {
        loop.onLoop {
            self.transport?.flush()
            self.close(HTTP2Error(.closed, detail: "closed by the server"))
        }
    }

    func respond(_ response: HTTP2Response, on streamID: Int32) {
        // Nearly all answers are given on the loop; they go without the closures of `onSession`.
        guard loop.isCurrent else {
            loop.execute { self.respond(response, on: streamID) }
            return
        }
        guard let stream = answer(streamID) else { return }
        stream.answer = response.body
        try? withSession { session throws(HTTP2Error) in try session.submitResponse(response, on: streamID) }
        scheduleFlush()
    }

    /// Sends an answer without body, for one whose fields are already written; on the loop only.
    func respond(_ fields: borrowing HeaderBlock, on streamID: Int32) {
        guard answer(streamID) != nil else { return }
        try? withSession { session throws(HTTP2Error) in try session.submitResponse(fields, on: streamID) }
        scheduleFlush()
    }

    /// The stream, when it still waits for an answer, which it then does no more.
    private func answer(_ streamID: Int32) -> ServerStream? {
        guard let stream = stream(streamID), !stream.isAnswered else { return nil }
        stream.isAnswered = true
        if !stream.isComplete { answersEarly = true }
        return stream
    }

    func reset(_ streamID: Int32, _ code: HTTP2ErrorCode) {
        onSession { connection, session in
            guard let stream = connection.stream(streamID), !stream.isAnswered else { return }
            stream.isAnswered = true
            session.reset(streamID, code)
        }
    }

    func isOpen(_ streamID: Int32) -> Bool { stream(streamID).map { !$0.isAnswered } ?? false }

    private func onSession(
        _ body: @escaping @Sendable (HTTP2ServerConnection, borrowing HTTP2Session) -> Void
    ) {
        loop.onLoop {
            try? self.withSession { session throws(HTTP2Error) in body(self, session) }
            self.scheduleFlush()
        }
    }

    // MARK: Life

    /// Takes over an accepted socket; on the loop.
    func serve(_ fileDescriptor: Int32) {
        // Not weak: a weak reference would slow down every later retain of this object. The timer is cancelled instead.
        handshakeTimer = loop.schedule(after: limits.handshakeTimeout) {
            self.close(HTTP2Error(.timedOut, detail: "the client did not finish its TLS handshake"))
        }
        transport?.accept(fileDescriptor)
    }

    override func makeSession() throws(HTTP2Error) -> HTTP2Session { try .server(self, limits: limits) }

    override func opened() {
        wasOpened = true
        endHandshakeTimer()
        try? withSession { session throws(HTTP2Error) in
            session.submitSettings([
                .init(id: NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, value: limits.maxConcurrentStreams),
                .init(id: NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, value: UInt32(clamping: limits.headerListByteLimit)),
            ])
            // Bodies are bounded per stream, so the connection as a whole need not throttle them.
            session.setConnectionWindow(1 << 24)
        }
        handler?.connectionOpened(self)
    }

    override func ended(_ error: HTTP2Error) {
        stallTimer?.cancel()
        endHandshakeTimer()
        streams.removeAll()
        recent = nil
        if wasOpened { handler?.connectionClosed(self) }
        handler = nil
        handlerState = nil
        gone(self)
    }

    override func inspect(_ bytes: UnsafeRawBufferPointer) -> HTTP2Error? {
        if let excess = meter.receive(bytes, at: clock.now - start) {
            return HTTP2Error(.protocolViolation, detail: excess)
        }
        let queued = (try? withSession { session throws(HTTP2Error) in session.queuedFrames }) ?? 0
        guard queued > limits.queuedFrameLimit else { return nil }
        return HTTP2Error(.protocolViolation, detail: "too many frames wait for a client that does not read")
    }

    override func flushed() {
        if isDraining, streams.isEmpty, transport?.hasUnsentOutput == false {
            transport?.closeGently(HTTP2Error(.closed, detail: "drained"))
        } else if transport?.hasUnsentOutput == true, stallTimer == nil {
            watchForStall(transport?.writtenBytes ?? 0)
        }
    }

    private func endHandshakeTimer() {
        handshakeTimer?.cancel()
        handshakeTimer = nil
    }

    private func watchForStall(_ written: UInt64) {
        stallTimer = loop.schedule(after: limits.stallTimeout) {
            guard let transport = self.transport, transport.hasUnsentOutput else {
                self.stallTimer = nil
                return
            }
            guard transport.writtenBytes != written else {
                self.close(HTTP2Error(.timedOut, detail: "the client does not read"), abruptly: true)
                return
            }
            self.watchForStall(transport.writtenBytes)
        }
    }

    // MARK: Events

    override func headersBegan(_ streamID: Int32, category: nghttp2_headers_category) {
        guard category == NGHTTP2_HCAT_REQUEST, isUsable, streamID <= lastWelcome else { return }
        let stream = pool.take(streamID)
        streams.insert(stream)
        recent = (streamID, stream)
    }

    override func headerReceived(
        _ streamID: Int32, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
    ) {
        stream(streamID)?.add(name: name, value: value, byteLimit: limits.headerListByteLimit)
    }

    override func headersReceived(_ streamID: Int32, endsStream: Bool) {
        guard let stream = stream(streamID) else { return }
        stream.hasHeaders = true
        if stream.hasTooManyHeaders {
            respond(HTTP2Response(status: 431), on: streamID)
        }
        if endsStream { bodyEnded(streamID) }
    }

    override func bodyReceived(_ streamID: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard stream(streamID)?.append(bytes, byteLimit: limits.bodyByteLimit) == .cut else { return }
        dispatch(streamID)
    }

    override func bodyEnded(_ streamID: Int32) {
        stream(streamID)?.isComplete = true
        dispatch(streamID)
    }

    private func dispatch(_ streamID: Int32) {
        guard transport?.isFrozen == false,
            let request = stream(streamID)?.takeRequest(connectionID: id)
        else { return }
        handler?.request(request, HTTP2Responder(connection: self, streamID: streamID))
    }

    override func streamClosed(_ streamID: Int32, _ code: HTTP2ErrorCode) {
        if recent?.id == streamID { recent = nil }
        if let stream = streams.remove(streamID) { pool.give(stream) }
    }

    private func stream(_ streamID: Int32) -> ServerStream? {
        if let recent, recent.id == streamID { return recent.stream }
        return streams[streamID]
    }

    override func streamEndSent(_ streamID: Int32) {
        // The answer came before the end of the request: the rest of it is not wanted (RFC 9113, 8.1).
        guard answersEarly, let stream = streams[streamID], !stream.isComplete else { return }
        try? withSession { session throws(HTTP2Error) in session.reset(streamID, .noError) }
        scheduleFlush()
    }

    override func readBody(
        _ streamID: Int32, context: UnsafeMutableRawPointer?, into buffer: UnsafeMutableRawBufferPointer
    ) -> (count: Int, isLast: Bool)? {
        streams[streamID]?.readAnswer(into: buffer)
    }
}
