import Foundation
import TestSupport
import Testing
import TidingsCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1))) struct StreamedEventsTests {
    /// Everything that comes of a request, and how it ended.
    private func outcome(_ server: RawServer, _ path: String) async throws -> (events: [ServerEvent], end: any Error) {
        var events: [ServerEvent] = []
        var parser = ServerEventParser()
        do {
            for try await piece in StreamedEvents.run(URLRequest(url: try server.url(path), timeoutInterval: 20)) {
                events += try parser.take(piece)
            }
            return (events, APIFailure.unreachable("over"))
        } catch {
            return (events, error)
        }
    }

    @Test func `pieces come as they are sent, and the end is seen`() async throws {
        let server = try RawServer { _, send in
            _ = send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
            _ = send(": hello\n\nid: 1\nevent: call\nda")
            _ = send("ta: {}\n\n")
        }
        let outcome = try await outcome(server, "/")
        #expect(outcome.events == [ServerEvent(id: "1", name: "call", data: "{}")])
        #expect(outcome.end as? APIFailure == .unreachable("over"))
    }

    @Test(arguments: [401, 404, 503])
    func `what is no stream fails with its status`(status: Int) async throws {
        let server = try RawServer { _, send in
            _ = send("HTTP/1.1 \(status) No\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
        }
        let failure = try #require(try await outcome(server, "/").end as? APIFailure)
        #expect(failure.isTemporary == (status == 503))
    }

    @Test func `a redirect is not followed, so that the keys stay where they are`() async throws {
        let server = try RawServer { path, send in
            let answer = path == "/" ? "HTTP/1.1 302 Found\r\nLocation: /other\r\n" : "HTTP/1.1 200 OK\r\n"
            _ = send(answer + "Content-Length: 0\r\nConnection: close\r\n\r\n")
        }
        #expect(try await outcome(server, "/").end as? APIFailure == .redirected(status: 302))
    }

    @Test func `whoever stops listening is not kept`() async throws {
        let server = try RawServer { _, send in
            _ = send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
            // Goes on until the other side is gone.
            while send(": \(String(repeating: "x", count: 4_096))\n\n") {}
        }
        var pieces = 0
        for try await _ in StreamedEvents.run(URLRequest(url: try server.url("/"), timeoutInterval: 20)) {
            pieces += 1
            if pieces == 3 { break }
        }
        #expect(pieces == 3)
    }
}
