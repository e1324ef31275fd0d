/// What the server answers where no handler can; each has a plain-text default.
package struct FallbackResponses: Sendable {
    /// 404: no route has this path.
    package var notFound: @Sendable (HTTPRequest) -> HTTPResponse = { _ in
        .text("There is nothing at this path.\n", status: 404)
    }
    /// 405: the path exists, with the methods given.
    ///
    /// The server adds `Allow` itself.
    package var methodNotAllowed: @Sendable (HTTPRequest, [String]) -> HTTPResponse = { _, allowed in
        .text("This path allows \(allowed.joined(separator: ", ")).\n", status: 405)
    }
    /// 413: the body, which is left out of the request, is longer than the limit in bytes.
    package var bodyTooLarge: @Sendable (HTTPRequest, Int) -> HTTPResponse = { _, limit in
        .text("The body is longer than \(limit) bytes.\n", status: 413)
    }
    /// 400: path, query or framing is malformed, for the reason given as a sentence.
    ///
    /// The connection is closed after it.
    package var badRequest: @Sendable (HTTPRequest, String) -> HTTPResponse = { _, reason in
        .text("\(reason)\n", status: 400)
    }
    /// 500: the handler threw.
    package var failed: @Sendable (HTTPRequest, any Error) -> HTTPResponse = { _, _ in
        .text("The server failed to answer.\n", status: 500)
    }

    /// Makes the defaults.
    package init() {}
}
