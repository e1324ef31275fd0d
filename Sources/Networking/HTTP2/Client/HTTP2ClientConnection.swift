import CNghttp2
import Dispatch
package import EventLoop

/// One connection of an HTTP/2 client, with exact knowledge of what became of each request.
///
/// Make it anywhere; call it on its loop only, from `start()` on. It queues nothing: submit no more requests than
/// `capacity` allows, keep the rest yourself.
package final class HTTP2ClientConnection: HTTP2Connection, @unchecked Sendable {
    // Unchecked: as in the superclass, state is touched on the loop only.
    // Properties that every push touches are not checked for exclusive access: that alone took a tenth of the time.

    /// Where it goes and how patient it is.
    package let configuration: HTTP2ClientConfiguration

    /// Kept alive until the connection has ended: a weak reference would slow down every use of the owner.
    @exclusivity(unchecked) private var owner: (any HTTP2ClientOwner)?
    private let wantedHeaders: [[UInt8]]?
    /// A bit for each length of a wanted name; the highest for all from 63 on.
    private let wantedLengths: UInt64
    /// All request objects, open or not.
    @exclusivity(unchecked) private var requests: [ClientRequest] = []
    @exclusivity(unchecked) private var free: [ClientRequest] = []
    /// The request whose answer's fields are coming in.
    @exclusivity(unchecked) private var current: ClientRequest?
    @exclusivity(unchecked) private var isOpen = false
    private var isStarted = false
    /// Bytes that the peer has sent.
    @exclusivity(unchecked) package private(set) var receivedBytes: UInt64 = 0
    private var timers: [LoopTimer] = []

    /// The longest header list that the peer says it takes; see ``HeaderBlock/listByteCount``.
    package private(set) var peerHeaderListByteLimit = Int.max

    /// True after GOAWAY: open requests go on, new ones are not possible.
    @exclusivity(unchecked) package private(set) var isGoingAway = false
    /// Requests that are submitted and not yet over.
    @exclusivity(unchecked) package private(set) var openRequestCount = 0

    /// Prepares a connection; `owner` is kept alive until it has ended.
    package init(loop: EventLoop, configuration: HTTP2ClientConfiguration, owner: any HTTP2ClientOwner) {
        self.configuration = configuration
        self.owner = owner
        wantedHeaders = configuration.wantedHeaders?.map { Array($0.utf8) }
        wantedLengths = wantedHeaders?.reduce(0) { $0 | 1 << UInt64(min($1.count, 63)) } ?? 0
        super.init(loop: loop, context: configuration.context)
    }

    // MARK: Connecting

    /// Finds the host, connects and agrees on TLS; the owner is told how it went.
    package func start() {
        guard !isStarted else { return }
        isStarted = true
        let host = configuration.proxy?.host ?? configuration.host
        let port = configuration.proxy?.port ?? configuration.port
        limit(configuration.connectTimeout, "connecting to \(host):\(port) took too long")
        SocketAddress.resolverQueue.async { [lookUp = configuration.lookUp] in
            let result = Result { () throws(HTTP2Error) in
                try SocketAddress.resolve(host: host, port: port, lookUp: lookUp)
            }
            self.loop.execute { self.resolved(result) }
        }
    }

    private func resolved(_ result: Result<[SocketAddress], HTTP2Error>) {
        guard isUsable else { return }
        switch result {
        case .success(let addresses):
            connect(to: addresses[...], each: configuration.connectTimeout / max(1, addresses.count))
        case .failure(let error): close(error)
        }
    }

    private func connect(to addresses: ArraySlice<SocketAddress>, each share: Duration) {
        guard let address = addresses.first, isUsable else { return }
        let rest = addresses.dropFirst()
        // One address that swallows everything must not take the time of those that would answer.
        if !rest.isEmpty {
            timers.append(loop.schedule(after: share) { self.giveUpConnecting(to: address) })
        }
        let tunnel = configuration.proxy.map { $0.tunnel(to: configuration.host, port: configuration.port) }
        transport?.connect(to: address, host: configuration.host, through: tunnel) { error in
            if rest.isEmpty { self.close(error) } else { self.connect(to: rest, each: share) }
        }
    }

    private func giveUpConnecting(to address: SocketAddress) {
        transport?.giveUpConnecting(to: address, host: configuration.host)
    }

    override func connected() {
        limit(configuration.handshakeTimeout, "the TLS handshake with \(configuration.host) took too long")
    }

    /// Gives what happens next this much time, in place of what was limited before.
    private func limit(_ time: Duration, _ reason: String) {
        cancelTimers()
        // Timers hold the connection; all of them are cancelled when it opens or ends.
        timers = [loop.schedule(after: time) { self.close(HTTP2Error(.timedOut, detail: reason)) }]
    }

    override func makeSession() throws(HTTP2Error) -> HTTP2Session { try .client(self) }

    override func opened() {
        isOpen = true
        cancelTimers()
        try? withSession { session throws(HTTP2Error) in
            session.submitSettings([.init(id: NGHTTP2_SETTINGS_ENABLE_PUSH, value: 0)])
            // The default of 64 KiB for the whole connection would make answers wait for each other.
            session.setConnectionWindow(1 << 22)
        }
        watchForSilence()
        owner?.connectionOpened(self)
    }

    override func willFlush() { owner?.connectionWillFlush(self) }

    private func cancelTimers() {
        for timer in timers { timer.cancel() }
        timers = []
    }

    // MARK: Requests

    /// How many requests can be submitted now without waiting inside.
    package var capacity: Int {
        guard isOpen, isUsable, !isGoingAway else { return 0 }
        return max(0, peerStreamLimit - openRequestCount)
    }

    /// How many streams the peer allows at once; nghttp2 assumes 100 before the first SETTINGS.
    package var peerStreamLimit: Int {
        Int((try? withSession { session throws(HTTP2Error) in session.peerMaxConcurrentStreams }) ?? 0)
    }

    /// Sends a request with the next flush of this round of the loop.
    ///
    /// - Parameters:
    ///   - headers: All fields, pseudo-headers first.
    ///   - body: The body; may be empty.
    ///   - tag: What the owner knows the request by.
    /// - Returns: A handle to abandon the request with.
    /// - Throws: An error when the connection takes no further request: the request is not processed.
    package func submit(_ headers: borrowing HeaderBlock, body: [UInt8], tag: Int) throws(HTTP2Error) -> RequestHandle {
        guard isOpen, !isGoingAway else { throw HTTP2Error(.closed, detail: "the connection takes no more requests") }
        let request = free.popLast() ?? newRequest()
        request.open(tag: tag, body: body)
        openRequestCount += 1
        do throws(HTTP2Error) {
            request.streamID = try submitToSession(headers, hasBody: !body.isEmpty, request)
            scheduleFlush()
            return RequestHandle(request: request, streamID: request.streamID)
        } catch {
            end(request)
            throw error
        }
    }

    private func newRequest() -> ClientRequest {
        let request = ClientRequest()
        requests.append(request)
        return request
    }

    private func submitToSession(
        _ headers: borrowing HeaderBlock, hasBody: Bool, _ request: ClientRequest
    ) throws(HTTP2Error) -> Int32 {
        try withSession { session throws(HTTP2Error) in
            try session.submitRequest(
                headers, hasBody: hasBody, context: Unmanaged.passUnretained(request).toOpaque())
        }
    }

    /// Gives a request up: its stream is reset and the owner is told at once what is known.
    package func abandon(_ handle: RequestHandle, because error: HTTP2Error) {
        guard handle.isOpen else { return }
        try? withSession { session throws(HTTP2Error) in session.reset(handle.streamID, .cancel) }
        scheduleFlush()
        endUnanswered(handle.request, error)
    }

    /// Whether the handle is of this connection.
    package func owns(_ handle: RequestHandle) -> Bool { requests.contains { $0 === handle.request } }

    /// Names a request of one connection.
    package struct RequestHandle: @unchecked Sendable {
        // Unchecked: the request is touched on the loop only.
        let request: ClientRequest
        let streamID: Int32

        /// Whether the request is still open; on the loop only.
        package var isOpen: Bool { request.isOpen && request.streamID == streamID }
    }

    /// Ends the connection now; open requests are refused or ambiguous, as each has left or not.
    package func close() {
        let error = HTTP2Error(.closed, detail: "closed by this side")
        try? withSession { session throws(HTTP2Error) in session.terminate(.noError) }
        transport?.flush()
        close(error)
    }

    private func end(_ request: ClientRequest) {
        request.close()
        free.append(request)
        openRequestCount -= 1
    }

    private func end(_ request: ClientRequest, _ outcome: HTTP2Outcome) {
        let tag = request.tag
        end(request)
        owner?.requestEnded(self, tag: tag, outcome: outcome)
    }

    private func endUnanswered(_ request: ClientRequest, _ error: HTTP2Error) {
        let mayHaveArrived = request.mayHaveArrived(writtenBytes: transport?.writtenBytes ?? 0)
        end(request, mayHaveArrived ? .ambiguous(error) : .refused(error))
    }

    override func ended(_ error: HTTP2Error) {
        isOpen = false
        cancelTimers()
        for request in requests where request.isOpen { endUnanswered(request, error) }
        owner?.connectionEnded(self, error: error)
        owner = nil
    }

    // MARK: Silence

    override func inspect(_ bytes: UnsafeRawBufferPointer) -> HTTP2Error? {
        receivedBytes += UInt64(bytes.count)
        return nil
    }

    /// A connection may be dead without a sign, for instance behind a router that forgot it.
    private func watchForSilence() {
        let before = receivedBytes
        timers = [
            loop.schedule(after: configuration.idlePing) {
                guard self.isUsable else { return }
                guard self.receivedBytes == before else {
                    self.watchForSilence()
                    return
                }
                self.pingOrClose()
            }
        ]
    }

    private func pingOrClose() {
        let before = receivedBytes
        try? withSession { session throws(HTTP2Error) in session.ping() }
        scheduleFlush()
        timers = [
            loop.schedule(after: configuration.pingTimeout) {
                guard self.isUsable else { return }
                if self.receivedBytes == before {
                    self.close(HTTP2Error(.timedOut, detail: "\(self.configuration.host) does not answer PING"))
                } else {
                    self.watchForSilence()
                }
            }
        ]
    }

    // MARK: Events

    private func request(of streamID: Int32) -> ClientRequest? {
        let context = try? withSession { session throws(HTTP2Error) in session.context(of: streamID) }
        guard let context else { return nil }
        let request = Unmanaged<ClientRequest>.fromOpaque(context).takeUnretainedValue()
        return request.streamID == streamID ? request : nil
    }

    override func headersBegan(_ streamID: Int32, category: nghttp2_headers_category) {
        current = request(of: streamID)
    }

    override func headerReceived(
        _ streamID: Int32, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
    ) {
        // nghttp2 gives all fields of a block in a row.
        guard let current, current.streamID == streamID else { return }
        if name.first == UInt8(ascii: ":") {
            // :status is the only pseudo-header of an answer; 1xx is followed by the real one.
            current.status = value.reduce(0) { $0 &* 10 &+ Int($1) &- 48 }
        } else if wants(name) {
            current.add(name: name, value: value)
        }
    }

    private func wants(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let wantedHeaders else { return true }
        // Most fields are told apart by their length.
        guard wantedLengths & 1 << UInt64(min(name.count, 63)) != 0 else { return false }
        return wantedHeaders.contains { $0.elementsEqual(name) }
    }

    override func bodyReceived(_ streamID: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard let request = request(of: streamID) else { return }
        let room = configuration.bodyByteLimit - request.answer.count
        request.answer.append(contentsOf: bytes.prefix(max(0, room)))
    }

    override func bodyEnded(_ streamID: Int32) { request(of: streamID)?.endsWithData = true }

    override func streamClosed(_ streamID: Int32, _ code: HTTP2ErrorCode) {
        guard let request = request(of: streamID) else { return }
        switch code {
        case .noError:
            guard request.status >= 200 else {
                endUnanswered(request, HTTP2Error(.protocolViolation, detail: "the stream ended without an answer"))
                return
            }
            var response = HTTP2Response(status: request.status, headers: request.headers, body: request.answer)
            response.endsWithData = request.endsWithData
            end(request, .answered(response))
        case .refusedStream:
            end(request, .refused(HTTP2Error(.closed, detail: "the peer refused the stream")))
        default:
            endUnanswered(request, HTTP2Error(.connectionLost, detail: "the stream was reset (\(code))"))
        }
    }

    override func headersNotSent(_ streamID: Int32, libraryCode: Int32) {
        guard let request = requests.first(where: { $0.isOpen && $0.streamID == streamID }) else { return }
        let reason = String(cString: nghttp2_strerror(libraryCode))
        end(request, .refused(HTTP2Error(.closed, detail: reason)))
    }

    override func settingsReceived() {
        let limit = try? withSession { session throws(HTTP2Error) in session.peerMaxHeaderListSize }
        peerHeaderListByteLimit = limit.map { Int($0) } ?? Int.max
        owner?.connectionSettingsChanged(self)
    }

    override func goAwayReceived(lastStreamID: Int32, code: HTTP2ErrorCode, debugData: UnsafeBufferPointer<UInt8>) {
        isGoingAway = true
        owner?.connectionGoesAway(self, code: code, debugData: Array(debugData))
    }

    override func readBody(
        _ streamID: Int32, context: UnsafeMutableRawPointer?, into buffer: UnsafeMutableRawBufferPointer
    ) -> (count: Int, isLast: Bool)? {
        guard let context else { return nil }
        let request = Unmanaged<ClientRequest>.fromOpaque(context).takeUnretainedValue()
        return request.streamID == streamID ? request.read(into: buffer, at: outputPosition) : nil
    }
}
