/// One header field; the name is in lower case.
package struct HTTP2Header: Sendable, Hashable {
    /// The name in lower case, as HTTP/2 demands.
    package var name: String
    /// The value.
    package var value: String

    /// Creates a field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// An answer: what a server sends, or what a client received.
package struct HTTP2Response: Sendable {
    /// The status, 200 to 599.
    package var status: Int
    /// The fields, names in lower case, `:status` left out.
    package var headers: [HTTP2Header]
    /// The body; when empty, HEADERS ends the stream and no DATA frame is sent.
    package var body: [UInt8]
    /// Whether an answer that was received ended with a DATA frame, if only with an empty one.
    package var endsWithData = false

    /// Creates an answer.
    package init(status: Int, headers: [HTTP2Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first field with this lower-case name.
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
