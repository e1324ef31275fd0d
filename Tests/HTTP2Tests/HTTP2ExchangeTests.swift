import EventLoop
import Foundation
import HTTP2
import Locking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTP2ExchangeTests {
    @Test func `a request arrives whole and its answer comes back`() async throws {
        let server = try await TestServer { request, responder in
            let text = "\(request.method) \(request.path) \(request.authority) \(request.header("apns-topic") ?? "-") "
            responder.respond(
                HTTP2Response(
                    status: 400, headers: [HTTP2Header("apns-id", "1")], body: Array(text.utf8) + request.body))
        }
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        let response = try #require(
            await client.send("/3/device/a", body: Array("hello".utf8), headers: [("apns-topic", "com.example")])
                .response)
        #expect(response.status == 400)
        #expect(response.header("apns-id") == "1")
        #expect(String(decoding: response.body, as: UTF8.self) == "POST /3/device/a localhost com.example hello")
        client.shutdown()
        await server.stop()
    }

    @Test func `a thousand requests share one connection`() async throws {
        let server = try await TestServer { request, responder in
            responder.respond(HTTP2Response(status: 200, headers: [HTTP2Header("path", request.path)]))
        }
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        let first = await client.submit((0..<1000).map { "/\($0)" }, body: [1, 2, 3])
        for index in first..<first + 1000 {
            let response = await client.outcome(index).response
            #expect(response?.header("path") == "/\(index - first)")
        }
        #expect(server.server.connections.count == 1)
        client.shutdown()
        await server.stop()
    }

    @Test func `bodies larger than windows and buffers pass in both directions`() async throws {
        var limits = HTTP2Limits()
        limits.bodyByteLimit = 1 << 21
        let server = try await TestServer(limits: limits) { request, responder in
            responder.respond(HTTP2Response(status: 200, body: request.body))
        }
        var configuration = try server.configuration()
        configuration.bodyByteLimit = 1 << 21
        let client = try TestClient(configuration)
        try #require(await client.connect() == nil)
        let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(await client.send(body: body).response?.body == body)
        client.shutdown()
        await server.stop()
    }

    @Test func `of an answer's fields a client keeps what fits, however many come`() async throws {
        // All alike: after the first, one byte on the wire stands for each.
        let field = HTTP2Header("x-field", String(repeating: "a", count: 1000))
        let server = try await TestServer { _, responder in
            responder.respond(HTTP2Response(status: 200, headers: .init(repeating: field, count: 50)))
        }
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        for _ in 0..<2 {
            let response = await client.send(body: [1]).response
            #expect(response?.status == 200)
            let fitting: Int = 16_384 / (7 + 1000 + 32)
            #expect(response?.headers.count == fitting)
        }
        client.shutdown()
        await server.stop()
    }

    @Test func `an answer may come later and from another thread`() async throws {
        let held = Locked<[HTTP2Responder]>([])
        let server = try await TestServer { _, responder in
            let first = held.withLock { held in
                held.append(responder)
                return held.count == 2 ? held[0] : nil
            }
            if let first {
                Thread.detachNewThread {
                    first.respond(HTTP2Response(status: 200))
                    first.respond(HTTP2Response(status: 500))
                }
            }
        }
        let client = try TestClient(try server.configuration())
        try #require(await client.connect() == nil)
        let index = await client.submit(["/a", "/b"])
        #expect(await client.outcome(index).response?.status == 200)
        client.shutdown()
        await server.stop()
    }

    @Test func `the server's own certificate is required to be trusted and for the host`() async throws {
        let server = try await TestServer(hosts: ["localhost", "127.0.0.1"]) { _, responder in
            responder.respond(HTTP2Response(status: 200))
        }
        var configuration = try server.configuration(host: "127.0.0.1")
        let byAddress = try TestClient(configuration)
        #expect(await byAddress.connect() == nil)
        byAddress.shutdown()

        let stranger = try CertificateAuthority()
        configuration.context = try .client(trust: .pem(stranger.certificatePEM))
        let distrustful = try TestClient(configuration)
        #expect(await distrustful.connect()?.code == .untrusted)
        distrustful.shutdown()

        configuration.context = try .client(trust: .system)
        let systemTrust = try TestClient(configuration)
        #expect(await systemTrust.connect()?.code == .untrusted)
        systemTrust.shutdown()
        await server.stop()

        let other = try await TestServer(hosts: ["push.example"]) { _, _ in }
        let misled = try TestClient(try other.configuration(host: "localhost"))
        let error = await misled.connect()
        #expect(error?.code == .untrusted)
        #expect(error?.description.contains("localhost") == true)
        misled.shutdown()
        await other.stop()
    }

    @Test func `a CA file is read and a missing or wrong one is named`() async throws {
        let server = try await TestServer { _, responder in responder.respond(HTTP2Response(status: 200)) }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("ca.pem")
        try server.authority.certificatePEM.write(to: file, atomically: true, encoding: .utf8)
        var configuration = try server.configuration()
        configuration.context = try .client(trust: .file(file.path))
        let client = try TestClient(configuration)
        #expect(await client.connect() == nil)
        client.shutdown()
        await server.stop()

        let error = #expect(throws: HTTP2Error.self) { try TLSContext.client(trust: .file("/nowhere/ca.pem")) }
        #expect(error?.code == .invalidPEM)
        #expect(error?.description.contains("/nowhere/ca.pem") == true)
        #expect(throws: HTTP2Error.self) { try TLSContext.client(trust: .pem("no certificate")) }
    }

    @Test func `a key that does not belong to its certificate is refused`() throws {
        let authority = try CertificateAuthority()
        var identity = try authority.issue(for: ["localhost"])
        identity.privateKeyPEM = try authority.issue(for: ["localhost"]).privateKeyPEM
        let error = #expect(throws: HTTP2Error.self) { try TLSContext.server(identity: identity) }
        #expect(error?.code == .keyMismatch)
        identity.privateKeyPEM = "nonsense"
        #expect(throws: HTTP2Error.self) { try TLSContext.server(identity: identity) }
        #expect(throws: HTTP2Error.self) { try authority.issue(for: ["a,DNS:b"]) }
    }

    @Test func `a port where nothing listens and a name that is none are told apart`() async throws {
        let authority = try CertificateAuthority()
        let context = try TLSContext.client(trust: .pem(authority.certificatePEM))
        let closed = try TestClient(HTTP2ClientConfiguration(host: "127.0.0.1", port: 1, context: context))
        #expect(await closed.connect()?.code == .connectFailed)
        closed.shutdown()
        let unknown = try TestClient(HTTP2ClientConfiguration(host: "no.such.invalid", port: 443, context: context))
        #expect(await unknown.connect()?.code == .hostNotFound)
        unknown.shutdown()
    }

    @Test func `a peer that accepts and says nothing is given up`() async throws {
        let listener = try SilentListener()
        let authority = try CertificateAuthority()
        var configuration = HTTP2ClientConfiguration(
            host: "127.0.0.1", port: listener.port, context: try .client(trust: .pem(authority.certificatePEM)))
        configuration.handshakeTimeout = .milliseconds(50)
        let client = try TestClient(configuration)
        let error = await client.connect()
        #expect(error?.code == .timedOut)
        #expect(error?.description.contains("TLS handshake") == true)
        client.shutdown()
    }

    @Test func `an address in use is refused with a sentence`() async throws {
        let server = try await TestServer { _, _ in }
        let second = try HTTP2Server(
            loops: [server.loop], identity: try server.authority.issue(for: ["localhost"]),
            handler: .init(request: { _, _ in }))
        let error = await #expect(throws: HTTP2Error.self) { try await second.start(port: server.port) }
        #expect(error?.code == .cannotListen)
        await server.stop()
    }
}

/// A socket that accepts connections in the kernel and never reads.
final class SilentListener {
    private let descriptor: Int32
    let port: Int

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let fileDescriptor = descriptor
        let isReady = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(fileDescriptor, $0, length) == 0 && listen(fileDescriptor, 8) == 0
                    && getsockname(fileDescriptor, $0, &length) == 0
            }
        }
        guard isReady else { throw HTTP2Error(.cannotListen, detail: "127.0.0.1") }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
}
