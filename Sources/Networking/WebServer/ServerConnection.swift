import CEvent

/// One connection of a loop, from accept to close.
///
/// evhttp tells nobody when it drops a connection that has not sent a request yet. So each connection holds a reference
/// to its bufferevent and looks whether evhttp has taken its callbacks off, as it does when it lets go.
final class ServerConnection: @unchecked Sendable {
    // Unchecked: touched on the server's loop only.
    let server: ServerLoop
    let bufferEvent: OpaquePointer
    /// evhttp's own object, known from the first request on.
    var evhttpConnection: OpaquePointer?
    /// The request that is being answered.
    var exchange: Exchange?
    /// When the first byte of the request that is being read arrived; a fresh connection counts from its accept.
    var requestStart: ContinuousClock.Instant?
    /// When the connection last did anything.
    var lastActivity: ContinuousClock.Instant
    private var unsent = 0
    private var saved: SavedCallbacks?

    private struct SavedCallbacks {
        var read: bufferevent_data_cb?
        var write: bufferevent_data_cb?
        var event: bufferevent_event_cb?
        var context: UnsafeMutableRawPointer?
    }

    /// Takes a reference to the bufferevent.
    init(_ bufferEvent: OpaquePointer, of server: ServerLoop, now: ContinuousClock.Instant) {
        self.bufferEvent = bufferEvent
        self.server = server
        requestStart = now
        lastActivity = now
        bufferevent_incref(bufferEvent)
        evbuffer_add_cb(
            bufferevent_get_input(bufferEvent), Self.inputChanged, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Gives the reference up; if evhttp has let go already, that closes the socket.
    func release() {
        evbuffer_remove_cb(
            bufferevent_get_input(bufferEvent), Self.inputChanged, Unmanaged.passUnretained(self).toOpaque())
        bufferevent_decref(bufferEvent)
    }

    /// Whether evhttp has let go of the connection.
    var isDropped: Bool {
        var event: bufferevent_event_cb?
        bufferevent_getcb(bufferEvent, nil, nil, &event, nil)
        return event == nil
    }

    /// How many bytes wait to be sent.
    var unsentByteCount: Int { evbuffer_get_length(bufferevent_get_output(bufferEvent)) }

    /// How many bytes wait to be looked at by evhttp.
    var unreadByteCount: Int { evbuffer_get_length(bufferevent_get_input(bufferEvent)) }

    /// Notes a moment at which the amount of unsent bytes differs from the last time.
    func noteProgress(now: ContinuousClock.Instant) {
        let count = unsentByteCount
        if count == 0 || count != unsent { lastActivity = now }
        unsent = count
    }

    /// Starts to notice that the client goes away while its request is being answered.
    ///
    /// evhttp does not read meanwhile, and its own callbacks end the process when they see a byte in that state.
    func watchClient() {
        guard saved == nil else { return }
        var callbacks = SavedCallbacks()
        bufferevent_getcb(bufferEvent, &callbacks.read, &callbacks.write, &callbacks.event, &callbacks.context)
        saved = callbacks
        bufferevent_setcb(bufferEvent, nil, nil, Self.clientLeft, Unmanaged.passUnretained(self).toOpaque())
        // A client may send its next request ahead; it can wait in the system's buffer beyond this.
        bufferevent_setwatermark(bufferEvent, Int16(EV_READ), 0, 65_536)
        bufferevent_enable(bufferEvent, Int16(EV_READ))
    }

    /// Hands the connection back to evhttp.
    func unwatchClient() {
        guard let callbacks = saved else { return }
        saved = nil
        bufferevent_disable(bufferEvent, Int16(EV_READ))
        bufferevent_setwatermark(bufferEvent, Int16(EV_READ), 0, 0)
        bufferevent_setcb(bufferEvent, callbacks.read, callbacks.write, callbacks.event, callbacks.context)
    }

    /// Closes the connection; what is unsent is lost.
    func kill() {
        unwatchClient()
        if let evhttpConnection {
            evhttp_connection_free(evhttpConnection)
        } else {
            // Without a request there is no handle to free: evhttp is made to believe in a timeout.
            bufferevent_trigger_event(bufferEvent, Int16(BEV_EVENT_READING | BEV_EVENT_TIMEOUT), 0)
        }
    }

    private static let inputChanged: evbuffer_cb_func = { _, info, context in
        guard let context, let info, info.pointee.n_added > 0 else { return }
        let connection = Unmanaged<ServerConnection>.fromOpaque(context).takeUnretainedValue()
        let now = ContinuousClock.now
        connection.lastActivity = now
        if connection.requestStart == nil, connection.exchange == nil { connection.requestStart = now }
    }

    private static let clientLeft: bufferevent_event_cb = { _, _, context in
        guard let context else { return }
        // The response is still sent: the client may have closed only its own direction.
        Unmanaged<ServerConnection>.fromOpaque(context).takeUnretainedValue().exchange?.cancel()
    }
}
