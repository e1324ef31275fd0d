import ClientTestSupport
import Foundation
import FoundationNetworking
import Locking
import TestSupport
import Testing
import TidingsCore
import Timekeeping

@Suite("Redirects of the server", .timeLimit(.minutes(1))) struct RedirectTests {
    private func api(_ url: URL) -> APIClient {
        let transport = HTTPTransport(
            send: { call in
                var request = URLRequest(url: call.url, timeoutInterval: 10)
                request.httpMethod = call.method
                request.httpBody = call.body
                for header in call.headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
                let (data, response) = try await HTTPExchange.data(for: request)
                return HTTPReply(status: response.statusCode, body: data)
            }, download: { _, _, _, _ in throw URLError(.badURL) })
        return APIClient(url: url, publishableKey: "td_pk_1", transport: transport, time: SystemTime())
    }

    @Test(
        "A redirect is an error of its own, and nothing reaches the other address", .rows("B78"),
        arguments: [301, 302, 307, 308])
    func refused(status: Int) async throws {
        let visits = Locked(0)
        let other = try RawServer { _, send in
            visits.withLock { $0 += 1 }
            _ = send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let target = try other.url("/elsewhere").absoluteString
        let calls = Locked(0)
        let server = try RawServer { _, send in
            calls.withLock { $0 += 1 }
            _ = send(
                "HTTP/1.1 \(status) Moved\r\nLocation: \(target)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        let speaker = APIClient.Speaker(subscriber: SubscriberIdentity(id: "ada", hash: "c0ffee"), deviceID: "dev_1")
        await #expect(throws: APIFailure.redirected(status: status)) {
            try await api(try server.url("")).messages(after: nil, limit: 1, as: speaker)
        }
        await #expect(throws: APIFailure.redirected(status: status)) {
            _ = try await api(try server.url("")).send([], as: speaker)
        }
        #expect(calls.withLock { $0 } == 2)
        #expect(visits.withLock { $0 } == 0)
        #expect(APIFailure.redirected(status: status).summary.hasPrefix("redirect_refused"))
        withExtendedLifetime((server, other)) {}
    }

    @Test("Any other answer comes back whole, and a connection that breaks is an error")
    func answers() async throws {
        let body = String(repeating: "x", count: 200_000)
        let server = try RawServer { path, send in
            if path == "/whole" { _ = send("HTTP/1.1 404 Gone\r\nContent-Length: \(body.count)\r\n\r\n\(body)") }
        }
        let (data, response) = try await HTTPExchange.data(for: URLRequest(url: try server.url("/whole")))
        #expect(response.statusCode == 404 && data.count == 200_000)
        await #expect(throws: (any Error).self) {
            try await HTTPExchange.data(for: URLRequest(url: try server.url("/broken"), timeoutInterval: 5))
        }
        withExtendedLifetime(server) {}
    }
}
