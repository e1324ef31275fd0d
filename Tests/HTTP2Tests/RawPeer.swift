import EventLoop
import Foundation

@testable import HTTP2

/// A client that speaks TLS properly and HTTP/2 as badly as a test wants.
final class RawPeer: TransportOwner, @unchecked Sendable {
    // Unchecked: everything mutable is touched on the loop only.

    /// One frame on the wire.
    struct Frame: Equatable {
        var type: UInt8
        var flags: UInt8
        var streamID: UInt32
        var payload: [UInt8]

        /// The frame as bytes.
        var bytes: [UInt8] {
            [
                UInt8(payload.count >> 16 & 255), UInt8(payload.count >> 8 & 255), UInt8(payload.count & 255), type,
                flags,
            ]
                + withUnsafeBytes(of: streamID.bigEndian, Array.init) + payload
        }

        /// A complete header block of `POST https://a/`.
        static let postFields: [UInt8] = [0x83, 0x87, 0x84, 0x01, 0x01, UInt8(ascii: "a")]

        static func headers(_ streamID: UInt32, endsStream: Bool = true, endsHeaders: Bool = true) -> Frame {
            Frame(
                type: 1, flags: (endsStream ? 1 : 0) | (endsHeaders ? 4 : 0), streamID: streamID, payload: postFields)
        }

        static func continuation(_ streamID: UInt32, _ payload: [UInt8] = []) -> Frame {
            Frame(type: 9, flags: 0, streamID: streamID, payload: payload)
        }

        static let ping = Frame(type: 6, flags: 0, streamID: 0, payload: [UInt8](repeating: 1, count: 8))
        static let settings = Frame(type: 4, flags: 0, streamID: 0, payload: [])

        /// SETTINGS with the largest window for each stream.
        static let openSettings = Frame(type: 4, flags: 0, streamID: 0, payload: [0, 4, 0x7F, 0xFF, 0xFF, 0xFF])

        static func reset(_ streamID: UInt32) -> Frame {
            Frame(type: 3, flags: 0, streamID: streamID, payload: [0, 0, 0, 8])
        }

        static func data(_ streamID: UInt32, _ payload: [UInt8], endsStream: Bool = false) -> Frame {
            Frame(type: 0, flags: endsStream ? 1 : 0, streamID: streamID, payload: payload)
        }

        static func windowUpdate(_ streamID: UInt32, _ increment: UInt32) -> Frame {
            Frame(
                type: 8, flags: 0, streamID: streamID, payload: withUnsafeBytes(of: increment.bigEndian, Array.init))
        }
    }

    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    let loop: EventLoop
    private var transport: Transport?
    private var outgoing: [UInt8]
    private var received: [UInt8] = []
    private var end: HTTP2Error?
    private var waiters: [(isDone: () -> Bool, resume: () -> Void)] = []

    /// Connects and sends the preface, then `bytes`, as soon as TLS is up.
    init(to server: TestServer, preface: [UInt8] = RawPeer.preface, _ bytes: [UInt8] = []) throws {
        loop = try EventLoop(name: "raw peer")
        outgoing = preface + bytes
        let transport = Transport(
            loop: loop, context: try .client(trust: .pem(server.authority.certificatePEM)), owner: self)
        self.transport = transport
        let address = try SocketAddress.resolve(host: "127.0.0.1", port: server.port)[0]
        loop.execute { transport.connect(to: address, host: "127.0.0.1") { self.finish($0) } }
    }

    convenience init(to server: TestServer, _ frames: [Frame]) throws {
        try self.init(to: server, frames.flatMap(\.bytes))
    }

    func send(_ frames: [Frame]) {
        loop.execute {
            self.outgoing += frames.flatMap(\.bytes)
            self.transport?.flush()
        }
    }

    func shutdown() {
        loop.execute { self.transport?.close(HTTP2Error(.closed, detail: "test over")) }
        loop.shutdown()
    }

    /// Why the server ended the connection.
    func waitForEnd() async -> HTTP2Error {
        await wait { $0.end != nil }
        return await onLoop { $0.end ?? HTTP2Error(.library, detail: "open") }
    }

    /// Waits until a frame comes for which the claim holds, or the connection ends.
    func frame(where isWanted: @escaping @Sendable (Frame) -> Bool) async -> Frame? {
        await wait { $0.end != nil || $0.frames.contains(where: isWanted) }
        return await onLoop { $0.frames.first(where: isWanted) }
    }

    /// All complete frames so far.
    func allFrames() async -> [Frame] { await onLoop { $0.frames } }

    /// The code of the GOAWAY frame that ends the connection.
    func goAwayCode() async -> UInt8? {
        _ = await waitForEnd()
        return await onLoop { $0.frames.last { $0.type == 7 }?.payload[7] }
    }

    private var frames: [Frame] {
        var frames: [Frame] = []
        var rest = received[...]
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            let count = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            guard rest.count >= 9 + count else { break }
            let streamID = head[5...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            frames.append(
                Frame(
                    type: head[3], flags: head[4], streamID: streamID, payload: Array(rest.dropFirst(9).prefix(count))))
            rest = rest.dropFirst(9 + count)
        }
        return frames
    }

    private func onLoop<Result: Sendable>(_ body: @escaping @Sendable (RawPeer) -> Result) async -> Result {
        await withCheckedContinuation { done in loop.execute { done.resume(returning: body(self)) } }
    }

    private func wait(until isDone: @escaping @Sendable (RawPeer) -> Bool) async {
        await withCheckedContinuation { done in
            loop.execute {
                if isDone(self) { done.resume() } else { self.waiters.append(({ isDone(self) }, { done.resume() })) }
            }
        }
    }

    private func check() {
        let ready = waiters.filter { $0.isDone() }
        waiters.removeAll { $0.isDone() }
        for waiter in ready { waiter.resume() }
    }

    private func finish(_ error: HTTP2Error) {
        end = error
        check()
    }

    func transportConnected() {}
    func transportOpened() { transport?.flush() }

    func transportReceived(_ bytes: UnsafeRawBufferPointer) {
        received += bytes
        check()
    }

    func transportWillFlush() {}

    func transportOutput(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, outgoing.count)
        buffer.copyBytes(from: outgoing.prefix(count))
        outgoing.removeFirst(count)
        return count
    }

    func transportFlushed() {}
    func transportClosed(_ error: HTTP2Error) { finish(error) }
}
