import HTTP2

/// One connection to APNs and what has to be remembered about it.
final class PushLink {
    // Properties that every push touches are not checked for exclusive access: that alone took a tenth of the time.

    /// The connection.
    let connection: HTTP2ClientConnection
    /// How many pushes may be under way.
    @exclusivity(unchecked) var gate = StreamGate()
    /// Writes header fields with this connection's compression in mind.
    @exclusivity(unchecked) var headers: PushHeaders
    /// The token in use and since when; APNs counts changes per connection.
    @exclusivity(unchecked) var token: (serial: Int, since: Duration)?
    /// TLS is up.
    @exclusivity(unchecked) var isOpen = false
    /// Answers that it has brought.
    @exclusivity(unchecked) var answerCount = 0
    /// A push was accepted.
    @exclusivity(unchecked) var wasUseful = false
    /// What it has done so far.
    @exclusivity(unchecked) var statistics = ConnectionStatistics()
    /// The last stream limit that was told.
    var toldLimit: Int?

    init(connection: HTTP2ClientConnection) {
        self.connection = connection
        headers = PushHeaders(host: connection.configuration.host, port: connection.configuration.port)
    }

    /// How many pushes may be sent now.
    var room: Int {
        isOpen ? gate.room(capacity: connection.capacity, open: connection.openRequestCount) : 0
    }
}
