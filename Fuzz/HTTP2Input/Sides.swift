import EventLoop
import Foundation
import PushCrypto
import Timekeeping

@testable import APNsSimulator
@testable import HTTP2

/// A server and a client that are driven without a network: bytes go in, output is taken and thrown away.
///
/// The server is the simulated APNs with all its checks; any well-formed provider token passes.
final class Sides: Sendable {
    static let shared = try? Sides()

    private let loop: EventLoop
    private let serverContext: TLSContext
    private let clientConfiguration: HTTP2ClientConfiguration
    private let handler: HTTP2Server.Handler
    /// Goes on over all inputs: what one leaves behind, the next one gets.
    private let pool = StreamPool()
    private let limits: HTTP2Limits

    private init() throws {
        loop = try EventLoop(name: "fuzz")
        let authority = try CertificateAuthority()
        serverContext = try .server(identity: try authority.issue(for: ["localhost"]))
        clientConfiguration = HTTP2ClientConfiguration(
            host: "localhost", port: 443, context: try .client(trust: .pem(authority.certificatePEM)))
        var configuration = APNsSimulator.Configuration()
        configuration.acceptsAnyKey = true
        configuration.time = VirtualTime()
        configuration.requestLogLimit = 100
        // Its farewell is a timer of a second; inputs are done in microseconds and would pile up.
        configuration.streams.rejectionsToDisconnect = nil
        handler = PushPort(.sandbox, core: SimulatorCore(configuration)).handler
        var limits = HTTP2Limits()
        // Small, so that short inputs reach them.
        (limits.maxConcurrentStreams, limits.headerListByteLimit, limits.bodyByteLimit) = (10, 500, 1000)
        (limits.controlFrameBurst, limits.resetBurst, limits.queuedFrameLimit) = (20, 10, 30)
        self.limits = limits
    }

    /// Runs on the loop, and waits for that and for what it queues there.
    func perform(_ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        loop.execute { [loop] in
            body()
            loop.execute { done.signal() }
        }
        done.wait()
    }

    /// Gives a server what a client sends; on the loop.
    func serve(_ pieces: [[UInt8]]) {
        let ends = Counter()
        let connection = HTTP2ServerConnection(
            id: 1, remoteAddress: "fuzz", loop: loop, context: serverContext, limits: limits, pool: pool,
            handler: handler
        ) { _ in ends.count += 1 }
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        feed(connection, [preface] + pieces)
        connection.close(HTTP2Error(.connectionLost, detail: "the input ended"))
        precondition(ends.count == 1, "a connection ends once")
        for stream: Int32 in [1, 3, 5] { precondition(!connection.isOpen(stream), "no stream outlives its connection") }
    }

    /// Gives a client what a server sends; on the loop.
    func ask(_ pieces: [[UInt8]]) {
        let asker = Asker()
        let connection = HTTP2ClientConnection(loop: loop, configuration: clientConfiguration, owner: asker)
        feed(connection, pieces)
        connection.close(HTTP2Error(.connectionLost, detail: "the input ended"))
        precondition(asker.ends == 1, "a connection ends once")
        precondition(asker.fates.allSatisfy { $0 == 1 }, "each request ends once")
        precondition(connection.openRequestCount == 0, "no request outlives its connection")
    }

    private func feed(_ connection: HTTP2Connection, _ pieces: [[UInt8]]) {
        connection.transportOpened()
        takeOutput(of: connection)
        for piece in pieces {
            piece.withUnsafeBytes { connection.transportReceived($0) }
            connection.transportWillFlush()
            takeOutput(of: connection)
        }
    }

    private func takeOutput(of connection: HTTP2Connection) {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer in
            for _ in 0..<1000 where connection.transportOutput(into: buffer) == 0 { return }
        }
    }

    /// Touched on the loop only.
    private final class Counter: @unchecked Sendable {
        var count = 0
    }
}
