/// What a handler answers.
///
/// A header whose name is no token, or whose value holds a control character, is left out when the response is sent:
/// nothing a caller puts in can start another header or another response.
package struct HTTPResponse: Sendable {
    /// What follows the header.
    package enum Body: Sendable {
        /// All of it, known now.
        case bytes([UInt8])
        /// Server-sent events, as they happen.
        case eventStream(EventStream)
    }

    /// The status code, 200 to 599.
    package var status: Int
    /// The header fields; `Content-Length` and `Date` are the server's own business, `Connection` can only say `close`.
    package var headers: [(String, String)]
    /// What follows the header; ignored for statuses that have no body.
    package var body: Body

    /// Makes a response.
    package init(status: Int, headers: [(String, String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Whether the handler wants the connection to end with the response.
    var closesConnection: Bool {
        headers.contains { $0.0.equalsIgnoringCase("Connection") && $0.1.equalsIgnoringCase("close") }
    }

    /// Makes a response of UTF-8 text.
    package static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [("Content-Type", "text/plain; charset=utf-8")], body: .bytes(Array(text.utf8)))
    }

    /// Makes a response of JSON text.
    package static func json(_ bytes: [UInt8], status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: [("Content-Type", "application/json")], body: .bytes(bytes))
    }
}
