import Testing
import WebServer

@Suite(.timeLimit(.minutes(1)))
struct ConnectionTests {
    @Test func `a connection is kept for the next request`() async throws {
        try await withServer(.echo) { _, port in
            let client = try RawClient(port: port)
            for number in 1...3 {
                try await client.send("GET /items/\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await client.read(until: "\(number) []").hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test func `pipelined requests are answered in order`() async throws {
        try await withServer(.echo) { _, port in
            let client = try RawClient(port: port)
            let requests = (1...50).map { "GET /items/n\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()
            try await client.send(requests + "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let text = try await client.readToEnd()
            let bodies = text.split(separator: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != " " } }
            #expect(bodies.dropLast().map(String.init) == (1...50).map { "n\($0)" })
            #expect(text.hasSuffix("hello"))
        }
    }

    @Test func `requests sent ahead of a slow answer wait for it`() async throws {
        let gate = Gate()
        var router = Router.echo
        router.on("GET", "/slow") { _ in
            await gate.wait()
            return .text("slow")
        }
        try await withServer(router) { _, port in
            let client = try RawClient(port: port)
            try await client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            await gate.waitUntilWaiting()
            let padding = String(repeating: "p", count: 20_000)
            let ahead = "GET /hello HTTP/1.1\r\nHost: x\r\nX-Padding: \(padding)\r\n\r\n"
            try await client.send(String(repeating: ahead, count: 8))
            // Long enough for the server to begin to watch for the client's end.
            try await observe(milliseconds: 600)
            gate.open()
            try await client.send("GET /items/last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let text = try await client.readToEnd()
            #expect(text.split(separator: "HTTP/1.1 200 ").count == 10)
            #expect(text.hasSuffix("last []"))
        }
    }

    @Test func `a request with two lengths or two framings is refused and the connection closed`() async throws {
        let bad = [
            "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "Content-Length: 2\r\nTransfer-Encoding: gzip, chunked\r\n\r\nhi",
            "Content-Length: +5\r\n\r\nhello",
        ]
        for header in bad {
            try await withServer(.echo) { _, port in
                let client = try RawClient(port: port)
                try await client.send(
                    "POST /items HTTP/1.1\r\nHost: x\r\n\(header)GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
                let text = try await client.readToEnd()
                #expect(text.hasPrefix("HTTP/1.1 400 "), "\(header)")
                #expect(!text.contains("200 OK"), "\(header)")
            }
        }
    }

    @Test(arguments: ["GET", "DELETE"])
    func `the body of a method that has none is never taken for a request`(method: String) async throws {
        try await withServer(.echo) { _, port in
            let client = try RawClient(port: port)
            let smuggled = "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n"
            try await client.send(
                "\(method) /items/1 HTTP/1.1\r\nHost: x\r\nContent-Length: \(smuggled.utf8.count)\r\n\r\n\(smuggled)")
            let text = try await client.readToEnd()
            #expect(text.hasPrefix("HTTP/1.1 20"))
            #expect(text.contains("\r\nConnection: close\r\n"))
            #expect(!text.hasSuffix("hello"))
        }
    }

    @Test func `a body over the limit gets the hook's 413 and the connection lives on`() async throws {
        var fallback = FallbackResponses()
        fallback.bodyTooLarge = { request, limit in .text("\(request.body.count) of \(limit)", status: 413) }
        try await withServer(.echo, fallback: fallback, configure: { $0.bodyByteLimit = 1_000 }) { _, port in
            let client = try RawClient(port: port)
            let body = String(repeating: "x", count: 1_001)
            try await client.send("POST /items HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n\(body)")
            #expect(try await client.read(until: "0 of 1000").hasPrefix("HTTP/1.1 413 "))
            try await client.send("POST /items HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n\(body.dropLast())")
            #expect(try await client.read(until: "1000 -").hasPrefix("HTTP/1.1 201 "))
        }
    }

    @Test func `a body over four times the limit is refused by evhttp`() async throws {
        try await withServer(.echo, configure: { $0.bodyByteLimit = 1_000 }) { _, port in
            let client = try RawClient(port: port)
            try await client.send("POST /items HTTP/1.1\r\nHost: x\r\nContent-Length: 4001\r\n\r\n")
            #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 413 "))
        }
    }

    /// The first lines are answered by us, the others by evhttp, as `Documentation/WebServer.md` says.
    @Test(arguments: [
        ("GET /hello HTTP/1.1\r\n: x\r\n\r\n", "400 text"), ("GET /hello HTTP/1.1\r\nA : x\r\n\r\n", "400 text"),
        ("POST /items HTTP/1.1\r\nContent-Length : 1\r\n\r\n", "400 text"),
        ("CONNECT a:80 HTTP/1.1\r\n\r\n", "404 text"),
        ("OPTIONS * HTTP/1.1\r\n\r\n", "204 "), ("GET  /hello HTTP/1.1\r\n\r\n", "404 text"),
        ("GET hello HTTP/1.1\r\n\r\n", "404 text"), ("GET http://x/hello HTTP/1.1\r\n\r\n", "200 text"),
        ("\r\n\r\n", "400 html"), ("GET\r\n\r\n", "400 html"), ("GET /hello\r\n\r\n", "400 html"),
        ("GET /hello HTTP/9.9\r\n\r\n", "400 html"), ("\0\0\0\0\r\n\r\n", "400 html"), ("\u{16}\u{3}\u{1}", ""),
        ("GET /hello HTTP/1.1\r\nno colon\r\n\r\n", "400 html"), ("GET http://[::1 HTTP/1.1\r\n\r\n", "400 html"),
        ("POST /items HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "400 html"),
        ("POST /items HTTP/1.1\r\nContent-Length: x\r\n\r\n", "400 html"),
        ("POST /items HTTP/1.1\r\nExpect: tea\r\nContent-Length: 1\r\n\r\nx", "417 html"),
        ("POST /items HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "413 html"),
        ("POST /items HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;a=b\r\nx\r\n0\r\n\r\n", "413 html"),
        ("POST /items HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", "413 html"),
        ("POST /items HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx", "413 html"),
    ])
    func `garbage gets its answer and does not disturb the others`(garbage: String, expected: String) async throws {
        try await withServer(.echo) { _, port in
            let bad = try RawClient(port: port)
            try await bad.send(garbage)
            try await bad.finishSending()
            let text = try await bad.readToEnd()
            let type = text.contains("text/html") ? "html" : text.contains("text/plain") ? "text" : ""
            #expect("\(text.dropFirst(9).prefix(4))\(type)" == expected)
            let good = try RawClient(port: port)
            try await good.send("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await good.read(until: "hello").hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `a client that dribbles its request is cut off`() async throws {
        try await withServer(.echo, configure: { $0.requestTimeout = .milliseconds(300) }) { _, port in
            let client = try RawClient(port: port)
            let start = ContinuousClock.now
            let dribble = Task {
                for byte in "GET /hello HTTP/1.1\r\nX: ".utf8 + Array(repeating: UInt8(ascii: "x"), count: 1_000) {
                    try await client.send([byte])
                    try await observe(milliseconds: 20)
                }
            }
            #expect(try await RawClientEnd(dribble).isError)
            #expect(ContinuousClock.now - start < .seconds(5))
        }
    }

    @Test func `a silent connection is closed`() async throws {
        try await withServer(.echo, configure: { $0.idleTimeout = .milliseconds(300) }) { _, port in
            let client = try RawClient(port: port)
            try await client.send("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await client.readToEnd().hasSuffix("hello"))
        }
    }

    @Test func `connections over the limit wait until others close`() async throws {
        let limit: (inout WebServer.Configuration) -> Void = {
            $0.connectionLimit = 2
            $0.loopCount = 1
            $0.idleTimeout = .milliseconds(500)
        }
        try await withServer(.echo, configure: limit) { _, port in
            let clients = try (0..<6).map { _ in try RawClient(port: port) }
            try await withThrowingTaskGroup(of: String.self) { group in
                for client in clients {
                    group.addTask {
                        try await client.send("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
                        return try await client.readToEnd()
                    }
                }
                for try await text in group { #expect(text.hasSuffix("hello")) }
            }
        }
    }

    @Test func `a body where the status has none is left out, so that the next response is read right`() async throws {
        var router = Router.echo
        router.on("GET", "/none") { request in
            HTTPResponse(status: Int(request.queryValue("status") ?? "") ?? 204, body: .bytes(Array("surplus".utf8)))
        }
        try await withServer(router) { _, port in
            let client = try RawClient(port: port)
            for status in [204, 304] {
                try await client.send("GET /none?status=\(status) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(status) "))
            }
            try await client.send("GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let text = try await client.readToEnd()
            #expect(text.hasPrefix("HTTP/1.1 200 ") && !text.contains("surplus"))
        }
    }

    @Test func `a handler can end the connection with its response`() async throws {
        var router = Router()
        router.on("GET", "/") { _ in HTTPResponse(status: 503, headers: [("connection", "Close")]) }
        try await withServer(router) { _, port in
            let client = try RawClient(port: port)
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            let text = try await client.readToEnd()
            #expect(text.contains("\r\nConnection: close\r\n"))
        }
    }

    @Test func `a client that waits for 100 before its body gets it`() async throws {
        try await withServer(.echo) { _, port in
            let client = try RawClient(port: port)
            try await client.send(
                "POST /items HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
            #expect(try await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
            try await client.send("hello")
            #expect(try await client.read(until: "5 -").hasPrefix("HTTP/1.1 201 "))
        }
    }

    @Test func `a client that does not read its response is cut off`() async throws {
        var router = Router()
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 30_000_000)
        router.on("GET", "/") { _ in HTTPResponse(status: 200, body: .bytes(body)) }
        try await withServer(router, configure: { $0.idleTimeout = .milliseconds(300) }) { _, port in
            let client = try RawClient(port: port, receiveBufferSize: 4_096)
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            try await observe(milliseconds: 2_500)
            #expect(try await client.readToEnd().utf8.count < 30_000_000)
        }
    }

    @Test func `a second server cannot share the port`() async throws {
        try await withServer(.echo) { _, port in
            var configuration = WebServer.Configuration()
            configuration.port = port
            let second = WebServer(configuration, router: .echo)
            let error = await #expect(throws: WebServerError.self) { try await second.start() }
            #expect(error?.code == .addressInUse)
            #expect(error?.description.contains(":\(port)") == true)
        }
    }
}
