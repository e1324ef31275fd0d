import Foundation
import Locking

/// A live connection of a device over a socket of its own: what it is sent, line by line.
final class LiveConnection: Sendable {
    private let socket: Int32
    private let isClosed = Locked(false)
    /// The lines of head and body, chunk sizes included; it ends with the connection.
    let lines: AsyncStream<String>

    init(_ server: APIFixture, subscriber: String, device: String, after id: String? = nil) throws {
        socket = try HTTPExchange.connect(server.port)
        var head = "GET /v1/client/calls/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        head += "Authorization: Bearer \(server.publishableKey)\r\nTidings-Subscriber: \(subscriber)\r\n"
        head += "Tidings-Device: \(device)\r\n"
        if let id { head += "Last-Event-ID: \(id)\r\n" }
        let bytes = Array((head + "\r\n").utf8)
        _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        let (lines, continuation) = AsyncStream<String>.makeStream()
        self.lines = lines
        let socket = socket
        Thread.detachNewThread {
            var rest: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = recv(socket, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                rest += buffer[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: rest[..<end].filter { $0 != 13 }, as: UTF8.self))
                    rest.removeFirst(end + 1)
                }
            }
            continuation.finish()
        }
    }

    /// Reads on until a line begins so; nil if the connection ends first.
    func next(_ prefix: String) async -> String? {
        for await line in lines where line.hasPrefix(prefix) { return String(line.dropFirst(prefix.count)) }
        return nil
    }

    /// Hangs up; safe to call more than once.
    func close() {
        let isFirst = isClosed.withLock { closed in
            defer { closed = true }
            return !closed
        }
        if isFirst { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    deinit {
        close()
        Glibc.close(socket)
    }
}
