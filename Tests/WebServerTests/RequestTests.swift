import Testing
import WebServer

@Suite(.timeLimit(.minutes(1)))
struct RequestTests {
    private func answer(_ request: String, fallback: FallbackResponses = FallbackResponses()) async throws -> String {
        try await withServer(.echo, fallback: fallback) { _, port in
            let client = try RawClient(port: port)
            try await client.send(request)
            try await client.finishSending()
            return try await client.readToEnd()
        }
    }

    @Test func `a request is routed and answered`() async throws {
        let text = try await answer("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(text.contains("\r\nContent-Length: 5\r\n"))
        #expect(text.hasSuffix("\r\n\r\nhello"))
    }

    @Test func `path and query are decoded`() async throws {
        let text = try await answer("GET /items/a%2Fb%20%C3%A5?q=1+2%2B3&empty&q=%26 HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(text.hasSuffix(#"a/b å ["q=1 2+3", "empty=", "q=&"]"#))
    }

    @Test func `a header that is not UTF-8 is a bad request, not mended`() async throws {
        try await withServer(.echo) { _, port in
            let client = try RawClient(port: port)
            try await client.send(
                Array("GET /hello HTTP/1.1\r\nHost: x\r\nTidings-Subscriber: a".utf8) + [0xFF]
                    + Array("\r\n\r\n".utf8))
            try await client.finishSending()
            #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 400 "))
        }
        let text = try await answer("GET /hello HTTP/1.1\r\nHost: x\r\nTidings-Subscriber: å\u{FFFD}\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 200 "))
    }

    @Test(arguments: ["/items/%", "/items/%4", "/items/%zz", "/items/%C3", "/items/%00", "/hello?q=%F", "/hello?%00=1"])
    func `what cannot be decoded is a bad request`(path: String) async throws {
        #expect(try await answer("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
    }

    @Test(arguments: ["/", "/hello/", "/items/", "/items/a/b", "//hello", "/HELLO", "/hell"])
    func `an unknown path gets the hook's 404`(path: String) async throws {
        var fallback = FallbackResponses()
        fallback.notFound = { .json(Array(#"{"path":"\#($0.path)"}"#.utf8), status: 404) }
        let text = try await answer("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n", fallback: fallback)
        #expect(text.hasPrefix("HTTP/1.1 404 "))
        #expect(text.hasSuffix(#"{"path":"\#(path)"}"#))
    }

    @Test(arguments: ["PUT", "PATCH", "POST", "TRACE", "BREW", "PROPFIND"])
    func `another method gets 405 with the methods that the path has`(method: String) async throws {
        let text = try await answer("\(method) /items/7 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 405 "))
        #expect(text.contains("\r\nAllow: DELETE, GET, HEAD, OPTIONS\r\n"))
    }

    @Test func `HEAD gives the length that GET would send and no body`() async throws {
        let text = try await answer("HEAD /hello HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 200 "))
        #expect(text.contains("\r\nContent-Length: 5\r\n"))
        #expect(text.hasSuffix("\r\n\r\n"))
    }

    @Test func `OPTIONS names the methods`() async throws {
        let text = try await answer("OPTIONS /items HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 204 "))
        #expect(text.contains("\r\nAllow: OPTIONS, POST\r\n"))
    }

    @Test func `a chunked body arrives whole`() async throws {
        let text = try await answer(
            "POST /items HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nX-Extra: y\r\n\r\n"
                + "5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 201 "))
        #expect(text.hasSuffix("11 y"))
    }

    @Test func `a handler that throws gets the hook's 500`() async throws {
        struct Trouble: Error {}
        var router = Router()
        router.on("GET", "/") { _ in throw Trouble() }
        var fallback = FallbackResponses()
        fallback.failed = { _, error in .text("\(error)", status: 500) }
        let text = try await withServer(router, fallback: fallback) { _, port in
            let client = try RawClient(port: port)
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return try await client.readToEnd()
        }
        #expect(text.hasPrefix("HTTP/1.1 500 "))
        #expect(text.hasSuffix("Trouble()"))
    }

    @Test func `a header that would start another one is left out`() async throws {
        var router = Router()
        router.on("GET", "/") { request in
            HTTPResponse(
                status: 200,
                headers: [
                    ("Location", request.queryValue("to") ?? ""), ("X-\r\nY", "1"), ("X Z", "1"), ("X-Fine", "å"),
                    ("Content-Length", "999"),
                ], body: .bytes([]))
        }
        let text = try await withServer(router) { _, port in
            let client = try RawClient(port: port)
            try await client.send(
                "GET /?to=a%0D%0ASet-Cookie:%20b%0D%0A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return try await client.readToEnd()
        }
        #expect(!text.contains("Set-Cookie") && !text.contains("Location") && !text.contains("999"))
        #expect(text.contains("\r\nX-Fine: å\r\n"))
        #expect(!text.contains("X Z") && !text.contains("Y: 1"))
    }
}
