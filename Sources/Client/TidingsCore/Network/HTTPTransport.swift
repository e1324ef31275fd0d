package import Foundation

/// One HTTP request of the client.
package struct HTTPCall: Sendable {
    /// The method, such as `PUT`.
    package var method: String
    /// The complete address.
    package var url: URL
    /// Header fields in order.
    package var headers: [(name: String, value: String)]
    /// The body, if there is one.
    package var body: Data?
    /// How long to wait for the whole answer.
    package var timeout: Duration

    /// Creates a request.
    package init(
        method: String, url: URL, headers: [(name: String, value: String)], body: Data?, timeout: Duration
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}

/// The answer to a request, whatever its status.
package struct HTTPReply: Sendable {
    /// The status code.
    package var status: Int
    /// The header fields by lowercase name.
    package var headers: [String: String]
    /// The body.
    package var body: Data

    /// Creates a reply; header names are made lowercase.
    package init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
        self.body = body
    }
}

/// A file that a server sent.
package struct DownloadedFile: Sendable {
    /// Where it lies; whoever asked for it owns it.
    package var file: URL
    /// What it is, by its own first bytes.
    package var kind: MediaKind

    /// Creates the description of a file.
    package init(file: URL, kind: MediaKind) {
        self.file = file
        self.kind = kind
    }
}

/// The way out to the network, as two functions.
package struct HTTPTransport: Sendable {
    /// Performs a request; throws only if no answer came.
    package var send: @Sendable (HTTPCall) async throws -> HTTPReply
    /// Streams a file into a folder, never holding it in memory; throws for what the rule refuses, and past the timeout.
    package var download:
        @Sendable (_ url: URL, _ folder: URL, _ rule: MediaRule, _ timeout: Duration) async throws -> DownloadedFile

    /// The pieces of an answer that goes on and on; fails at once for a status that is none of success.
    package var stream: @Sendable (HTTPCall) async throws -> AsyncThrowingStream<Data, any Error>

    /// Creates a transport from its functions; one that has no streams says so.
    package init(
        send: @escaping @Sendable (HTTPCall) async throws -> HTTPReply,
        download: @escaping @Sendable (URL, URL, MediaRule, Duration) async throws -> DownloadedFile,
        stream: @escaping @Sendable (HTTPCall) async throws -> AsyncThrowingStream<Data, any Error> = { _ in
            throw APIFailure.unreachable("no streams here")
        }
    ) {
        self.send = send
        self.download = download
        self.stream = stream
    }
}
