package import EventLoop

/// What the two sides of a connection share: a session over a transport, on one loop.
///
/// Everything runs on the loop. While it is open the session keeps the object alive.
package class HTTP2Connection: SessionEvents, TransportOwner, @unchecked Sendable {
    // Unchecked: state is touched on the loop only; what is safe from other threads hops there first.
    // Properties that every message touches are not checked for exclusive access: that alone took a tenth of the time.

    /// The loop that everything of this connection runs on.
    package let loop: EventLoop

    @exclusivity(unchecked) private(set) var transport: Transport?
    @exclusivity(unchecked) private var session: HTTP2Session?
    /// Bytes that nghttp2 gave out and that did not fit into the last buffer.
    @exclusivity(unchecked) private var leftover = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Bytes put into the buffer that is being filled.
    @exclusivity(unchecked) private var gathered = 0
    @exclusivity(unchecked) private var sessionDepth = 0
    @exclusivity(unchecked) private var isFlushScheduled = false
    /// Why the connection ended; nil before.
    @exclusivity(unchecked) private(set) var endError: HTTP2Error?

    init(loop: EventLoop, context: TLSContext) {
        self.loop = loop
        super.init()
        transport = Transport(loop: loop, context: context, owner: self)
    }

    /// True until the connection has ended, opened or not.
    var isUsable: Bool { endError == nil }

    /// Where the next byte that nghttp2 gives out stands in the stream of plain bytes.
    var outputPosition: UInt64 { (transport?.producedBytes ?? 0) + UInt64(gathered) }

    // MARK: For the two sides

    /// Makes the session of this side, once TLS is up.
    func makeSession() throws(HTTP2Error) -> HTTP2Session { throw HTTP2Error(.library, detail: "no side chosen") }
    /// The socket is connected and TLS begins.
    func connected() {}
    /// The session exists and its first frames can be queued.
    func opened() {}
    /// The connection is gone and the session will not be called again.
    func ended(_ error: HTTP2Error) {}
    /// Looks at plain bytes before the session does; an error ends the connection.
    func inspect(_ bytes: UnsafeRawBufferPointer) -> HTTP2Error? { nil }
    /// What is queued is about to be written.
    func willFlush() {}
    /// Something was written, or could not be.
    func flushed() {}

    /// Calls the session; its events may call it again, as `body` only borrows it.
    func withSession<Result>(_ body: (borrowing HTTP2Session) throws(HTTP2Error) -> Result) throws(HTTP2Error) -> Result
    {
        guard endError == nil else { throw endError ?? HTTP2Error(.closed, detail: "not open") }
        sessionDepth += 1
        defer { leaveSession() }
        switch session {
        case .some(let session): return try body(session)
        case .none: throw HTTP2Error(.closed, detail: "not open yet")
        }
    }

    private func leaveSession() {
        sessionDepth -= 1
        guard sessionDepth == 0, endError != nil else { return }
        dropSession()
    }

    private func dropSession() {
        leftover = UnsafeRawBufferPointer(start: nil, count: 0)
        session = nil
    }

    /// Sends what is queued, once, after all that happens in this round of the loop.
    func scheduleFlush() {
        guard !isFlushScheduled, isUsable, let transport else { return }
        guard !transport.willFlush else {
            transport.flush()
            return
        }
        isFlushScheduled = true
        loop.execute {
            self.isFlushScheduled = false
            self.transport?.flush()
        }
    }

    /// Ends the connection.
    func close(_ error: HTTP2Error, abruptly: Bool = false) { transport?.close(error, abruptly: abruptly) }

    // MARK: From the transport

    func transportConnected() { connected() }

    func transportOpened() {
        do {
            session = try makeSession()
            opened()
            transport?.flush()
        } catch {
            close(error)
        }
    }

    func transportReceived(_ bytes: UnsafeRawBufferPointer) {
        if let error = inspect(bytes) {
            endSession(error)
            return
        }
        do {
            try withSession { session throws(HTTP2Error) in try session.receive(bytes) }
        } catch {
            endSession(error)
        }
    }

    /// Tells the peer why, then ends the connection.
    private func endSession(_ error: HTTP2Error) {
        let code = error.detail.hasPrefix("too many") ? HTTP2ErrorCode.enhanceYourCalm : .protocolError
        try? withSession { session throws(HTTP2Error) in session.terminate(code) }
        loop.execute {
            self.transport?.flush()
            self.close(error)
        }
    }

    func transportOutput(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        gathered = 0
        do throws(HTTP2Error) {
            try withSession { session throws(HTTP2Error) in
                while gathered < buffer.count {
                    if leftover.isEmpty {
                        guard let next = try session.nextOutput() else { return }
                        leftover = UnsafeRawBufferPointer(next)
                    }
                    let count = min(leftover.count, buffer.count - gathered)
                    UnsafeMutableRawBufferPointer(rebasing: buffer[gathered..<gathered + count])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: leftover[..<count]))
                    gathered += count
                    leftover = UnsafeRawBufferPointer(rebasing: leftover[count...])
                }
            }
        } catch {
            if isUsable { loop.execute { self.close(error) } }
            return 0
        }
        defer { gathered = 0 }
        return isUsable ? gathered : 0
    }

    func transportWillFlush() { willFlush() }

    func transportFlushed() {
        let isAlive = (try? withSession { session throws(HTTP2Error) in session.isAlive }) ?? true
        if !isAlive, transport?.hasUnsentOutput == false {
            transport?.closeGently(HTTP2Error(.closed, detail: "both sides are done"))
        } else {
            flushed()
        }
    }

    func transportClosed(_ error: HTTP2Error) {
        guard endError == nil else { return }
        endError = error
        ended(error)
        if sessionDepth == 0 { dropSession() }
    }
}
