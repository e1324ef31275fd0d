import APNs
import Foundation
import TestSupport
import Testing

/// Connections through an HTTP proxy.
@Suite(.timeLimit(.minutes(1)))
struct ProxyTests {
    @Test func `pushes go through a tunnel that the proxy opens, with TLS to APNs itself`() async throws {
        let proxy = try ConnectProxy()
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let client = try apns.client {
            $0.proxy = .init(host: "127.0.0.1", port: proxy.port, userName: "Aladdin", password: "open sesame")
        }
        let results = await client.send((0..<300).map { _ in .sample() })
        #expect(results.allSatisfy { $0.isAccepted })
        let head = try #require(proxy.requests.first)
        #expect(head.hasPrefix("CONNECT localhost:\(apns.port) HTTP/1.1\r\nHost: localhost:\(apns.port)\r\n"))
        // The example of RFC 7617.
        #expect(head.contains("Proxy-Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n"))
        #expect(proxy.requests.count == 1)
        await client.close()
        await apns.stop()
        proxy.stop()
    }

    @Test(arguments: [
        "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "HTTP/1.1 502 no\r\n\r\n", "SSH-2.0-x\r\n\r\n", "HTT",
    ])
    func `a proxy that refuses is named, and nothing was sent`(answer: String) async throws {
        let proxy = try ConnectProxy(answer: answer)
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let client = try apns.client { $0.proxy = .init(host: "127.0.0.1", port: proxy.port) }
        let failure = await client.send([.sample()]).first?.notProcessed
        #expect(failure?.code == .unreachable)
        #expect(failure?.detail.contains("127.0.0.1:\(proxy.port)") == true)
        #expect(apns.requests.isEmpty)
        await client.close()
        await apns.stop()
        proxy.stop()
    }
}
