import APNs
import EventLoop
import Foundation
import HTTP2
import Locking
import PushCrypto
import PushModel
import Timekeeping

/// A server whose answers a test decides, and a client that trusts it.
final class FakeAPNs: Sendable {
    let loop: EventLoop
    let server: HTTP2Server
    let port: Int
    let authority: CertificateAuthority
    let credential: ProviderCredential
    private let seen: Locked<[HTTP2Request]>
    let connectionCount: Locked<Int>

    /// Listens on the loopback network; `opened` is called on the loop with each connection.
    init(
        limits: HTTP2Limits = HTTP2Limits(), host: String = "127.0.0.1", port: Int = 0,
        authority: CertificateAuthority? = nil, opened: @escaping @Sendable (HTTP2ServerConnection) -> Void = { _ in },
        answer: @escaping @Sendable (HTTP2Request, HTTP2Responder) -> Void
    ) async throws {
        loop = try EventLoop(name: "fake APNs")
        let authority = try authority ?? CertificateAuthority()
        self.authority = authority
        let seen = Locked<[HTTP2Request]>([])
        let connectionCount = Locked(0)
        self.seen = seen
        self.connectionCount = connectionCount
        server = try HTTP2Server(
            loops: [loop], identity: try authority.issue(for: ["localhost"]), limits: limits,
            handler: .init(
                request: { request, responder in
                    seen.withLock { $0.append(request) }
                    answer(request, responder)
                },
                connectionOpened: { connection in
                    connectionCount.withLock { $0 += 1 }
                    opened(connection)
                }))
        self.port = try await server.start(host: host, port: port)
        credential = try Self.credential()
    }

    static func credential() throws -> ProviderCredential {
        try ProviderCredential(
            teamID: "TEAM123456", keyID: "KEY1234567", privateKeyPEM: try ES256.PrivateKey.generate().pem())
    }

    /// The requests so far, in the order they came.
    var requests: [HTTP2Request] { seen.withLock { $0 } }

    func client(
        time: any TimeSource = SystemTime(), change: (inout APNsConfiguration) -> Void = { _ in }
    ) throws -> APNsClient {
        var configuration = APNsConfiguration(host: "localhost", port: port)
        configuration.trust = .pem(authority.certificatePEM)
        configuration.reconnectDelay = .milliseconds(1)
        change(&configuration)
        return try APNsClient(configuration: configuration, credential: credential, time: time)
    }

    func stop() async {
        await server.stop()
        loop.shutdown()
    }
}

extension HTTP2Responder {
    func accept() { respond(HTTP2Response(status: 200)) }

    func reject(_ status: Int, _ reason: String, timestamp: Int? = nil) {
        let suffix = timestamp.map { #","timestamp":\#($0)"# } ?? ""
        respond(HTTP2Response(status: status, body: Array(#"{"reason":"\#(reason)"\#(suffix)}"#.utf8)))
    }
}

extension PushRequest {
    /// A push that breaks no rule.
    static func sample(
        token: String = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0",
        topic: String = "com.example.app", type: PushType = .alert, collapseID: String? = nil,
        payload: String = #"{"aps":{"alert":"Hello"}}"#
    ) -> PushRequest {
        PushRequest(
            deviceToken: token, topic: topic, pushType: type, collapseID: collapseID, payload: Array(payload.utf8))
    }
}

extension PushResult {
    var isAccepted: Bool { if case .accepted = self { true } else { false } }
    var rejection: Rejection? { if case .rejected(let rejection) = self { rejection } else { nil } }
    var notProcessed: APNsError? { if case .notProcessed(let error) = self { error } else { nil } }
    var ambiguous: APNsError? { if case .ambiguous(let error) = self { error } else { nil } }
}
