import CEvent
import EventLoop

/// evhttp with nothing around it, answering every request with `hello`: the peer that benchmarks measure against.
package final class BareServer: @unchecked Sendable {
    // Unchecked: `http` is touched on the loop only.
    private let loop: EventLoop
    private var http: OpaquePointer?

    /// Prepares a server with one loop.
    package init() throws { loop = try EventLoop(name: "bare") }

    /// Listens on a free loopback port.
    ///
    /// - Returns: The port.
    package func start() async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            loop.execute { continuation.resume(with: Result { try self.open() }) }
        }
    }

    /// Closes everything.
    package func stop() async {
        await withCheckedContinuation { continuation in
            loop.execute {
                if let http = self.http { evhttp_free(http) }
                self.http = nil
                self.loop.shutdown()
                continuation.resume()
            }
        }
    }

    private func open() throws -> Int {
        let failure = WebServerError(.outOfResources, "Cannot set up a bare evhttp: out of memory or files.")
        guard let http = evhttp_new(loop.eventBase) else { throw failure }
        self.http = http
        evhttp_set_gencb(
            http,
            { request, _ in
                guard let request else { return }
                evbuffer_add(evhttp_request_get_output_buffer(request), "hello", 5)
                evhttp_send_reply(request, 200, nil, nil)
            }, nil)
        guard let socket = evhttp_bind_socket_with_handle(http, "127.0.0.1", 0),
            let listener = evhttp_bound_socket_get_listener(socket)
        else { throw failure }
        return port(of: listener)
    }
}
