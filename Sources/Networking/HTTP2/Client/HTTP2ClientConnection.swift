import CNghttp2
import Dispatch
package import EventLoop

/// One connection of an HTTP/2 client, with exact knowledge of what became of each request.
///
/// Make it anywhere; call it on its loop only, from `start()` on. It queues nothing: submit no more requests than
/// `capacity` allows, keep the rest yourself.
package final class HTTP2ClientConnection: HTTP2Connection, @unchecked Sendable {
    // Unchecked: as in the superclass, state is touched on the loop only.

    /// Where it goes and how patient it is.
    package let configuration: HTTP2ClientConfiguration

    private weak var owner: (any HTTP2ClientOwner)?
    private let wantedHeaders: [[UInt8]]?
    private var requests: [ClientRequest?] = []
    private var freeSlots: [Int] = []
    private var isOpen = false
    private var isStarted = false
    /// Bytes that the peer has sent.
    package private(set) var receivedBytes: UInt64 = 0
    private var timers: [LoopTimer] = []

    /// True after GOAWAY: open requests go on, new ones are not possible.
    package private(set) var isGoingAway = false
    /// Requests that are submitted and not yet over.
    package private(set) var openRequestCount = 0

    /// Prepares a connection; `owner` is not kept alive.
    package init(loop: EventLoop, configuration: HTTP2ClientConfiguration, owner: any HTTP2ClientOwner) {
        self.configuration = configuration
        self.owner = owner
        wantedHeaders = configuration.wantedHeaders?.map { Array($0.utf8) }
        super.init(loop: loop, context: configuration.context)
    }

    // MARK: Connecting

    /// Finds the host, connects and agrees on TLS; the owner is told how it went.
    package func start() {
        guard !isStarted else { return }
        isStarted = true
        let (host, port) = (configuration.host, configuration.port)
        limit(configuration.connectTimeout, "connecting to \(host):\(port) took too long") { [weak self] in
            self?.transport?.phase == .idle || self?.transport?.phase == .connecting
        }
        SocketAddress.resolverQueue.async {
            let result = Result { () throws(HTTP2Error) in try SocketAddress.resolve(host: host, port: port) }
            self.loop.execute { self.resolved(result) }
        }
    }

    private func resolved(_ result: Result<[SocketAddress], HTTP2Error>) {
        guard isUsable else { return }
        switch result {
        case .success(let addresses): connect(to: addresses[...])
        case .failure(let error): close(error)
        }
    }

    private func connect(to addresses: ArraySlice<SocketAddress>) {
        guard let address = addresses.first, isUsable else { return }
        transport?.connect(to: address, host: configuration.host) { [weak self] error in
            let rest = addresses.dropFirst()
            if rest.isEmpty { self?.close(error) } else { self?.connect(to: rest) }
        }
        limit(configuration.handshakeTimeout, "the TLS handshake with \(configuration.host) took too long") {
            [weak self] in
            self?.transport?.phase == .handshaking
        }
    }

    private func limit(_ time: Duration, _ reason: String, while isPending: @escaping @Sendable () -> Bool) {
        timers.append(
            loop.schedule(after: time) { [weak self] in
                guard isPending() else { return }
                self?.close(HTTP2Error(.timedOut, detail: reason))
            })
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
    package func submit(_ headers: inout HeaderBlock, body: [UInt8], tag: Int) throws(HTTP2Error) -> RequestHandle {
        guard isOpen, !isGoingAway else { throw HTTP2Error(.closed, detail: "the connection takes no more requests") }
        let slot = freeSlots.popLast() ?? requests.count
        if slot == requests.count { requests.append(nil) }
        var request = ClientRequest(tag: tag, body: body)
        // Without a body the headers are the whole request, and when they leave is not known.
        if body.isEmpty { request.lastPartPosition = 0 }
        requests[slot] = request
        openRequestCount += 1
        do throws(HTTP2Error) {
            let streamID = try submitToSession(&headers, hasBody: !body.isEmpty, slot: slot)
            requests[slot]?.streamID = streamID
            scheduleFlush()
            return RequestHandle(slot: slot, streamID: streamID)
        } catch {
            _ = take(slot)
            throw error
        }
    }

    private func submitToSession(_ headers: inout HeaderBlock, hasBody: Bool, slot: Int) throws(HTTP2Error) -> Int32 {
        try withSession { session throws(HTTP2Error) in
            try session.submitRequest(&headers, hasBody: hasBody, slot: slot)
        }
    }

    /// Gives a request up: its stream is reset and the owner is told at once what is known.
    package func abandon(_ handle: RequestHandle, because error: HTTP2Error) {
        guard requests.indices.contains(handle.slot), requests[handle.slot]?.streamID == handle.streamID else { return }
        try? withSession { session throws(HTTP2Error) in session.reset(handle.streamID, .cancel) }
        scheduleFlush()
        endUnanswered(handle.slot, error)
    }

    /// Whether the handle names a request of this connection that is still open under this tag.
    package func isOpen(_ handle: RequestHandle, tag: Int) -> Bool {
        guard requests.indices.contains(handle.slot), let request = requests[handle.slot] else { return false }
        return request.streamID == handle.streamID && request.tag == tag
    }

    /// Names a request of one connection.
    package struct RequestHandle: Sendable, Hashable {
        let slot: Int
        let streamID: Int32
    }

    /// Ends the connection now; open requests are refused or ambiguous, as each has left or not.
    package func close() {
        let error = HTTP2Error(.closed, detail: "closed by this side")
        try? withSession { session throws(HTTP2Error) in session.terminate(.noError) }
        transport?.flush()
        close(error)
    }

    private func take(_ slot: Int) -> ClientRequest? {
        guard let request = requests[slot] else { return nil }
        requests[slot] = nil
        freeSlots.append(slot)
        openRequestCount -= 1
        return request
    }

    private func endUnanswered(_ slot: Int, _ error: HTTP2Error) {
        guard let request = take(slot) else { return }
        let mayHaveArrived = request.mayHaveArrived(writtenBytes: transport?.writtenBytes ?? 0)
        owner?.requestEnded(self, tag: request.tag, outcome: mayHaveArrived ? .ambiguous(error) : .refused(error))
    }

    override func ended(_ error: HTTP2Error) {
        isOpen = false
        cancelTimers()
        for slot in requests.indices { endUnanswered(slot, error) }
        owner?.connectionEnded(self, error: error)
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
            loop.schedule(after: configuration.idlePing) { [weak self] in
                guard let self, self.isUsable else { return }
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
            loop.schedule(after: configuration.pingTimeout) { [weak self] in
                guard let self, self.isUsable else { return }
                if self.receivedBytes == before {
                    self.close(HTTP2Error(.timedOut, detail: "\(self.configuration.host) does not answer PING"))
                } else {
                    self.watchForSilence()
                }
            }
        ]
    }

    // MARK: Events

    private func slot(of streamID: Int32) -> Int? {
        let slot = try? withSession { session throws(HTTP2Error) in session.slot(of: streamID) }
        guard let slot, requests.indices.contains(slot), requests[slot]?.streamID == streamID else { return nil }
        return slot
    }

    override func headerReceived(
        _ streamID: Int32, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
    ) {
        guard let slot = slot(of: streamID) else { return }
        if name.first == UInt8(ascii: ":") {
            // :status is the only pseudo-header of an answer; 1xx is followed by the real one.
            let status = value.reduce(0) { $0 &* 10 &+ Int($1) &- 48 }
            requests[slot]?.status = status
        } else if wantedHeaders.map({ $0.contains { $0.elementsEqual(name) } }) ?? true {
            requests[slot]?.headers.append(
                HTTP2Header(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
        }
    }

    override func bodyReceived(_ streamID: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard let slot = slot(of: streamID) else { return }
        let room = configuration.bodyByteLimit - (requests[slot]?.answer.count ?? 0)
        requests[slot]?.answer.append(contentsOf: bytes.prefix(max(0, room)))
    }

    override func streamClosed(_ streamID: Int32, _ code: HTTP2ErrorCode) {
        guard let slot = slot(of: streamID) else { return }
        switch code {
        case .noError:
            guard let status = requests[slot]?.status, status >= 200 else {
                endUnanswered(slot, HTTP2Error(.protocolViolation, detail: "the stream ended without an answer"))
                return
            }
            guard let request = take(slot) else { return }
            owner?.requestEnded(
                self, tag: request.tag,
                outcome: .answered(
                    HTTP2Response(status: status, headers: request.headers, body: request.answer)))
        case .refusedStream:
            guard let request = take(slot) else { return }
            owner?.requestEnded(
                self, tag: request.tag, outcome: .refused(HTTP2Error(.closed, detail: "the peer refused the stream")))
        default:
            endUnanswered(slot, HTTP2Error(.connectionLost, detail: "the stream was reset (\(code))"))
        }
    }

    override func headersNotSent(_ streamID: Int32, libraryCode: Int32) {
        guard let slot = requests.firstIndex(where: { $0?.streamID == streamID }), let request = take(slot) else {
            return
        }
        let reason = String(cString: nghttp2_strerror(libraryCode))
        owner?.requestEnded(self, tag: request.tag, outcome: .refused(HTTP2Error(.closed, detail: reason)))
    }

    override func settingsReceived() { owner?.connectionSettingsChanged(self) }

    override func goAwayReceived(lastStreamID: Int32, code: HTTP2ErrorCode, debugData: UnsafeBufferPointer<UInt8>) {
        isGoingAway = true
        owner?.connectionGoesAway(self, code: code, debugData: Array(debugData))
    }

    override func readBody(
        _ streamID: Int32, slot: Int, into buffer: UnsafeMutableRawBufferPointer
    ) -> (count: Int, isLast: Bool)? {
        guard requests.indices.contains(slot), requests[slot]?.streamID == streamID else { return nil }
        return requests[slot]?.read(into: buffer, at: outputPosition)
    }
}
