import COpenSSL
import EventLoop
import Foundation
import Locking

@testable import HTTP2

/// A server whose TLS is not what APNs requires.
final class OddServer: TransportOwner, @unchecked Sendable {
    // Unchecked: everything mutable is made in `init` or touched on the loop only.

    /// What is wrong with it.
    enum Oddity: String, CaseIterable, Sendable {
        case onlyTLS11 = "TLS 1.1 at most"
        case noALPN = "no word about protocols"
        case expired = "a certificate of yesterday"
        case otherName = "a certificate for another host"
    }

    let authority: CertificateAuthority
    private(set) var port = 0
    private let loop: EventLoop
    private let context: TLSContext
    private var listener: Listener?
    private var transports: [Transport] = []
    /// Bytes that clients sent inside TLS.
    let received = Locked(0)

    init(_ oddity: Oddity) async throws {
        loop = try EventLoop(name: "odd server")
        authority = try CertificateAuthority(days: oddity == .expired ? -1 : 30)
        context = try .server(
            identity: try authority.issue(for: [oddity == .otherName ? "push.example.com" : "localhost"]))
        switch oddity {
        case .onlyTLS11:
            SSL_CTX_ctrl(context.context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_VERSION), nil)
            SSL_CTX_ctrl(context.context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_1_VERSION), nil)
            SSL_CTX_set_cipher_list(context.context, "ALL:@SECLEVEL=0")
        case .noALPN: SSL_CTX_set_alpn_select_cb(context.context, nil, nil)
        case .expired, .otherName: break
        }
        try await start()
    }

    private func start() async throws {
        let result = await withCheckedContinuation { (done: CheckedContinuation<Result<Int, HTTP2Error>, Never>) in
            loop.execute { done.resume(returning: Result { () throws(HTTP2Error) in try self.listen() }) }
        }
        port = try result.get()
    }

    private func listen() throws(HTTP2Error) -> Int {
        let listener = try Listener(loop: loop, host: "127.0.0.1", port: 0) { descriptor, _ in
            let transport = Transport(loop: self.loop, context: self.context, owner: self)
            self.transports.append(transport)
            transport.accept(descriptor)
        }
        self.listener = listener
        return listener.port
    }

    /// How many connections came.
    func connectionCount() async -> Int {
        await withCheckedContinuation { done in loop.execute { done.resume(returning: self.transports.count) } }
    }

    func stop() {
        loop.execute {
            self.listener?.stop()
            self.listener = nil
            for transport in self.transports { transport.close(HTTP2Error(.closed, detail: "test over")) }
        }
        loop.shutdown()
    }

    func transportConnected() {}
    func transportOpened() {}
    func transportReceived(_ bytes: UnsafeRawBufferPointer) { received.withLock { $0 += bytes.count } }
    func transportWillFlush() {}
    func transportOutput(into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }
    func transportFlushed() {}
    func transportClosed(_ error: HTTP2Error) {}
}
