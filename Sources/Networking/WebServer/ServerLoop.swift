import CEvent
import EventLoop

/// One event loop of a web server with its own listener and evhttp object.
final class ServerLoop: @unchecked Sendable {
    // Unchecked: everything mutable is touched on `loop` only, the constants from anywhere.
    let configuration: WebServer.Configuration
    let router: Router
    let fallback: FallbackResponses
    let executor: LoopTaskExecutor
    let loop: EventLoop
    private let connectionLimit: Int
    private let tls: TLSContext?
    private var http: OpaquePointer?
    private var socket: OpaquePointer?
    private var connections: [OpaquePointer: ServerConnection] = [:]
    private var sweepTimer: LoopTimer?
    private var whenIdle: (@Sendable () -> Void)?
    /// Streams that are being sent, so that a stop can end them.
    var streams: [ObjectIdentifier: Exchange] = [:]
    /// Whether the listener is closed for good and responses end their connections.
    private(set) var isDraining = false
    /// Whether connections without a request are ended.
    private var endsIdleConnections = false

    private static let sweepInterval = Duration.milliseconds(250)

    init(number: Int, of server: WebServer, tls: TLSContext?) throws {
        configuration = server.configuration
        router = server.router
        fallback = server.fallback
        self.tls = tls
        loop = try EventLoop(name: "web-\(number)")
        executor = LoopTaskExecutor(loop)
        connectionLimit = max(1, configuration.connectionLimit / max(1, configuration.loopCount))
    }

    /// Runs `body` at once on the loop's thread, else queues it there.
    func onLoop(_ body: @escaping @Sendable () -> Void) {
        if loop.isCurrent { body() } else { loop.execute(body) }
    }

    // MARK: On the loop

    /// Starts to accept connections.
    ///
    /// - Returns: The port.
    func open(_ address: ListenAddress) throws(WebServerError) -> Int {
        guard let http = evhttp_new(loop.eventBase) else {
            throw WebServerError(.outOfResources, "Cannot set up the web server: libevent has no memory left.")
        }
        self.http = http
        let context = Unmanaged.passUnretained(self).toOpaque()
        // All bits, that of evhttp's internal “unknown” included: 405 is answered by us, with Allow.
        evhttp_set_allowed_methods(http, UInt16.max)
        evhttp_set_max_headers_size(http, configuration.headerByteLimit)
        evhttp_set_max_body_size(http, configuration.bodyByteLimit * 4)
        evhttp_set_default_content_type(http, nil)
        // Its timeouts start anew with every byte; ours (`sweep`) do not, so its own are out of the way.
        evhttp_set_timeout(http, 100_000_000)
        evhttp_set_bevcb(http, Self.accepted, context)
        evhttp_set_gencb(http, Self.received, context)
        let listener = try address.listen(on: loop.eventBase)
        evconnlistener_set_error_cb(listener) { listener, _ in
            // Out of file descriptors, most likely: try again at the next sweep instead of spinning.
            evconnlistener_disable(listener)
        }
        socket = evhttp_bind_listener(http, listener)
        scheduleSweep()
        return port(of: listener)
    }

    /// Accepts no more and lets each response end its connection.
    func refuse() {
        isDraining = true
        closeListener()
    }

    /// Ends streams and idle connections after `refuse`, and calls `whenIdle` once the last connection is gone.
    func drain(whenIdle: @escaping @Sendable () -> Void) {
        self.whenIdle = whenIdle
        endsIdleConnections = true
        for stream in streams.values { stream.cancel() }
        for connection in connections.values where connection.exchange == nil { connection.kill() }
        sweep()
    }

    /// Closes everything that is left.
    func close() {
        refuse()
        for connection in connections.values { connection.kill() }
        for connection in connections.values { connection.release() }
        connections = [:]
        if let http { evhttp_free(http) }
        http = nil
        sweepTimer?.cancel()
        sweepTimer = nil
        reportIdle()
    }

    /// Notes that a response is on its way whole.
    func finished(_ connection: ServerConnection) {
        let now = ContinuousClock.now
        connection.exchange = nil
        connection.lastActivity = now
        connection.requestStart = connection.unreadByteCount > 0 ? now : nil
    }

    private func scheduleSweep() {
        sweepTimer = loop.schedule(after: Self.sweepInterval) { [weak self] in
            guard let self, self.http != nil else { return }
            self.sweep()
            self.scheduleSweep()
        }
    }

    /// Looks after connections that evhttp has dropped, clients that are too slow, and handlers that take long.
    private func sweep() {
        let now = ContinuousClock.now
        for connection in connections.values {
            if connection.isDropped {
                release(connection)
            } else if let exchange = connection.exchange {
                guard exchange.isSending else {
                    connection.watchClient()
                    continue
                }
                connection.noteProgress(now: now)
                if now - connection.lastActivity > configuration.idleTimeout { connection.kill() }
            } else if let start = connection.requestStart {
                if now - start > configuration.requestTimeout { connection.kill() }
            } else if endsIdleConnections || now - connection.lastActivity > configuration.idleTimeout {
                connection.kill()
            }
        }
        limitConnections()
        reportIdle()
    }

    private func release(_ connection: ServerConnection) {
        connections[connection.bufferEvent] = nil
        connection.release()
    }

    private func limitConnections() {
        guard let socket, let listener = evhttp_bound_socket_get_listener(socket) else { return }
        if connections.count < connectionLimit {
            evconnlistener_enable(listener)
        } else {
            evconnlistener_disable(listener)
        }
    }

    private func reportIdle() {
        guard connections.isEmpty, let whenIdle else { return }
        self.whenIdle = nil
        whenIdle()
    }

    private func closeListener() {
        guard let socket, let http else { return }
        self.socket = nil
        evhttp_del_accept_socket(http, socket)
    }

    private func accept() -> OpaquePointer? {
        let event =
            if let tls {
                tls.makeBufferEvent(on: loop.eventBase)
            } else {
                bufferevent_socket_new(loop.eventBase, -1, Int32(BEV_OPT_CLOSE_ON_FREE.rawValue))
            }
        // Without one evhttp makes its own, unencrypted; `receive` then refuses it as a connection that is not ours.
        guard let event else { return nil }
        connections[event] = ServerConnection(event, of: self, now: .now)
        limitConnections()
        return event
    }

    private func receive(_ request: UnsafeMutablePointer<evhttp_request>) {
        guard let evhttpConnection = evhttp_request_get_connection(request),
            let event = evhttp_connection_get_bufferevent(evhttpConnection), let connection = connections[event]
        else { return evhttp_send_error(request, 500, nil) }
        connection.evhttpConnection = evhttpConnection
        connection.requestStart = nil
        evhttp_connection_set_closecb(evhttpConnection, Self.closed, Unmanaged.passUnretained(connection).toOpaque())
        let exchange = Exchange(request, connection, self)
        connection.exchange = exchange
        answer(ReceivedRequest(request, evhttpConnection), exchange)
    }

    private func answer(_ received: ReceivedRequest, _ exchange: Exchange) {
        let request = received.request
        exchange.closesConnection = received.closesConnection
        if let reason = received.fault { return exchange.respond(fallback.badRequest(request, reason)) }
        if request.path == "*", request.method == "OPTIONS" { return exchange.respond(HTTPResponse(status: 204)) }
        switch router.match(request.method, request.path) {
        case .notFound: exchange.respond(fallback.notFound(request))
        case .malformed: exchange.respond(fallback.badRequest(request, "The path is not valid percent-encoded UTF-8."))
        case .methodNotAllowed(let allowed): exchange.respond(refusal(of: request, allowed))
        case .found(let handler, let parameters):
            var request = request
            request.pathParameters = parameters
            guard request.body.count <= configuration.bodyByteLimit else {
                request.body = []
                return exchange.respond(fallback.bodyTooLarge(request, configuration.bodyByteLimit))
            }
            exchange.run(handler, request)
        }
    }

    private func refusal(of request: HTTPRequest, _ allowed: [String]) -> HTTPResponse {
        let allow = ("Allow", allowed.joined(separator: ", "))
        if request.method == "OPTIONS" { return HTTPResponse(status: 204, headers: [allow]) }
        var response = fallback.methodNotAllowed(request, allowed)
        response.headers.removeAll { $0.0.equalsIgnoringCase("Allow") }
        response.headers.append(allow)
        return response
    }

    fileprivate func wasClosed(_ connection: ServerConnection) {
        connection.evhttpConnection = nil
        connection.exchange?.abandon()
        connection.exchange = nil
        // Not now: evhttp is in the middle of taking the connection apart.
        loop.execute {
            guard self.connections[connection.bufferEvent] === connection else { return }
            self.release(connection)
            self.limitConnections()
            self.reportIdle()
        }
    }

    // MARK: What evhttp calls

    private static let accepted: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> OpaquePointer? = {
        _, context in
        guard let context else { return nil }
        return Unmanaged<ServerLoop>.fromOpaque(context).takeUnretainedValue().accept()
    }

    private static let received:
        @convention(c) (UnsafeMutablePointer<evhttp_request>?, UnsafeMutableRawPointer?) -> Void = { request, context in
            guard let context, let request else { return }
            Unmanaged<ServerLoop>.fromOpaque(context).takeUnretainedValue().receive(request)
        }

    private static let closed: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = { _, context in
        guard let context else { return }
        let connection = Unmanaged<ServerConnection>.fromOpaque(context).takeUnretainedValue()
        connection.server.wasClosed(connection)
    }
}
