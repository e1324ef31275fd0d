/// A request that was read whole.
package struct HTTPRequest: Sendable {
    /// `GET`, `POST` and so on; `UNKNOWN` for a method that evhttp does not know.
    package var method: String
    /// The path as sent: percent-encoded, without the query.
    package var path: String
    /// The decoded pairs of the query, in order; a name without `=` has an empty value.
    package var query: [(name: String, value: String)]
    /// The header fields as sent.
    package var headers: HTTPHeaders
    /// The body; empty if there is none.
    package var body: [UInt8]
    /// The decoded parts of the path that the route names.
    package var pathParameters: [String: String]
    /// The numeric address of the peer, without port.
    package var remoteAddress: String

    /// Makes a request, for tests of handlers.
    package init(
        method: String, path: String, query: [(name: String, value: String)] = [], headers: HTTPHeaders = [:],
        body: [UInt8] = [], pathParameters: [String: String] = [:], remoteAddress: String = "127.0.0.1"
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.pathParameters = pathParameters
        self.remoteAddress = remoteAddress
    }

    /// The first value of a query parameter, or nil.
    package func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
