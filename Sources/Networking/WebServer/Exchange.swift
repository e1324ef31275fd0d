import CEvent
import EventLoop

/// One request and its response, on the loop of its connection.
final class Exchange: @unchecked Sendable {
    // Unchecked: everything mutable is touched on the loop only.
    private let server: ServerLoop
    private let connection: ServerConnection
    private var request: UnsafeMutablePointer<evhttp_request>?
    private var task: Task<Void, Never>?
    private let isHead: Bool
    /// Whether the response is on its way.
    private(set) var isSending = false
    /// Whether the connection ends with this response because the next request's beginning is not known.
    var closesConnection = false

    init(_ request: UnsafeMutablePointer<evhttp_request>, _ connection: ServerConnection, _ server: ServerLoop) {
        self.request = request
        self.connection = connection
        self.server = server
        isHead = request.pointee.type == EVHTTP_REQ_HEAD
    }

    /// Runs a handler and sends what it answers.
    func run(_ handler: @escaping Router.Handler, _ request: HTTPRequest) {
        task = Task(executorPreference: server.executor) {
            let response: HTTPResponse
            do {
                response = try await handler(request)
            } catch {
                response = self.server.fallback.failed(request, error)
            }
            self.server.onLoop { self.respond(response) }
        }
    }

    /// Tells the handler that nobody waits for it.
    func cancel() { task?.cancel() }

    /// Lets go of evhttp's request, which is gone or about to be.
    func abandon() {
        guard let request else { return }
        self.request = nil
        task?.cancel()
        // evhttp hands a request over when it breaks off a half-sent response.
        if evhttp_request_get_connection(request) == nil { evhttp_request_free(request) }
    }

    /// Sends the response, or begins to for a stream.
    func respond(_ response: HTTPResponse) {
        guard let request else { return }
        isSending = true
        connection.unwatchClient()
        connection.noteProgress(now: .now)
        guard let headers = evhttp_request_get_output_headers(request) else { return }
        for (name, value) in response.headers where isSendable(name, value) { evhttp_add_header(headers, name, value) }
        closesConnection = closesConnection || server.isDraining || response.closesConnection
        evhttp_request_set_on_complete_cb(
            request,
            { _, context in
                guard let context else { return }
                Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue().finished()
            }, Unmanaged.passUnretained(self).toOpaque())
        switch response.body {
        case .bytes(let bytes):
            if closesConnection { evhttp_add_header(headers, "Connection", "close") }
            send(bytes, request, headers, status: response.status)
        case .eventStream(let stream): begin(stream, request, headers, status: response.status)
        }
    }

    private func send(
        _ bytes: [UInt8], _ request: UnsafeMutablePointer<evhttp_request>, _ headers: UnsafeMutablePointer<evkeyvalq>,
        status: Int
    ) {
        if isHead {
            evhttp_add_header(headers, "Content-Length", String(bytes.count))
        } else if status >= 200, status != 204, status != 304 {
            // evhttp would send a body after such a status as well, and the client take it for the next response.
            evbuffer_add(evhttp_request_get_output_buffer(request), bytes, bytes.count)
        }
        evhttp_send_reply(request, Int32(status), nil, nil)
    }

    private func finished() {
        request = nil
        server.finished(connection)
    }

    private func begin(
        _ stream: EventStream, _ request: UnsafeMutablePointer<evhttp_request>,
        _ headers: UnsafeMutablePointer<evkeyvalq>, status: Int
    ) {
        if evhttp_find_header(headers, "Content-Type") == nil {
            evhttp_add_header(headers, "Content-Type", "text/event-stream")
        }
        if evhttp_find_header(headers, "Cache-Control") == nil {
            evhttp_add_header(headers, "Cache-Control", "no-store")
        }
        evhttp_add_header(headers, "Connection", "close")
        if isHead { return evhttp_send_reply(request, Int32(status), nil, nil) }
        evhttp_send_reply_start(request, Int32(status), nil)
        let outbox = EventOutbox(limit: server.configuration.unsentEventByteLimit) { [weak self] outbox in
            guard let self else { return }
            self.server.onLoop { self.flush(outbox) }
        }
        server.streams[ObjectIdentifier(self)] = self
        task = Task(executorPreference: server.executor) {
            try? await stream.produce(EventWriter { outbox.add($0) })
            self.server.onLoop {
                self.flush(outbox)
                self.endStream()
            }
        }
        if server.isDraining { cancel() }
    }

    /// Hands evhttp what the producer has added, and cuts the client off if it does not read.
    private func flush(_ outbox: EventOutbox) {
        guard let request else { return outbox.close() }
        let (bytes, isOverfull) = outbox.take()
        if !bytes.isEmpty, let buffer = evbuffer_new() {
            evbuffer_add(buffer, bytes, bytes.count)
            evhttp_send_reply_chunk(request, buffer)
            evbuffer_free(buffer)
        }
        outbox.unsent = connection.unsentByteCount
        guard isOverfull || outbox.unsent > server.configuration.unsentEventByteLimit else { return }
        outbox.close()
        connection.kill()
    }

    private func endStream() {
        server.streams[ObjectIdentifier(self)] = nil
        guard let request else { return }
        evhttp_send_reply_end(request)
    }

    /// Whether a header can be sent without starting another one.
    private func isSendable(_ name: String, _ value: String) -> Bool {
        name.isToken
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
            && !["content-length", "transfer-encoding", "connection"].contains(name.lowercased())
    }
}
