import Dispatch
import Foundation
import Glibc

/// A blocking TCP client that sends bytes exactly as given; its waits happen on a queue of its own.
final class RawClient: @unchecked Sendable {
    // Unchecked: the socket is constant and used on `queue` only; shutting it down is safe from any thread.
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "raw client")

    struct Failure: Error { let text: String }

    init(port: Int, receiveBufferSize: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBufferSize {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(text: String(cString: strerror(errno))) }
    }

    deinit { Glibc.close(descriptor) }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws {
        try await onQueue { descriptor in
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { throw Failure(text: "send: \(String(cString: strerror(errno)))") }
                sent += count
            }
        }
    }

    /// Closes the sending direction.
    func finishSending() async throws { try await onQueue { _ = shutdown($0, Int32(SHUT_WR)) } }

    /// Ends both directions, and with them whatever waits for bytes.
    func abandon() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Makes the end of the client a reset instead of an orderly end.
    func reset() {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }

    /// Reads until the text contains `end`.
    func read(until end: String) async throws -> String {
        try await onQueue { descriptor in
            var bytes: [UInt8] = []
            while !String(decoding: bytes, as: UTF8.self).contains(end) {
                guard let more = try Self.receive(descriptor) else {
                    throw Failure(text: "end of stream after: \(String(decoding: bytes, as: UTF8.self))")
                }
                bytes += more
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Reads until the server closes; a reset counts as closing.
    func readToEnd() async throws -> String {
        try await onQueue { descriptor in
            var bytes: [UInt8] = []
            while let more = try Self.receive(descriptor) { bytes += more }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private static func receive(_ descriptor: Int32) throws -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { return Array(buffer.prefix(count)) }
        if count == 0 || errno == ECONNRESET { return nil }
        throw Failure(text: "recv: \(String(cString: strerror(errno)))")
    }

    private func onQueue<Result: Sendable>(_ body: @escaping @Sendable (Int32) throws -> Result) async throws -> Result
    {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try body(self.descriptor) }) }
        }
    }
}
