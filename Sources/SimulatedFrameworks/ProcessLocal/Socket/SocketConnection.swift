internal import Foundation
internal import Locking

/// A connected unix socket that sends and receives whole messages.
package final class SocketConnection: Sendable {
    private let descriptor: Int32
    // One writer at a time, and none after the descriptor is closed.
    private let isOpen = Locked(true)
    /// A message longer than this is not ours.
    private static let lengthLimit = 16 << 20

    /// Takes over a connected descriptor.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Connects to a path.
    package convenience init(path: String) throws {
        let descriptor = try Self.makeSocket()
        let result = try Self.withAddress(path) { connect(descriptor, $0, $1) }
        guard result == 0 else {
            let error = SocketError("connect")
            Glibc.close(descriptor)
            throw error
        }
        self.init(descriptor: descriptor)
    }

    /// Makes a socket that waits for one caller at a path.
    package static func listen(at path: String) throws -> Int32 {
        let descriptor = try makeSocket()
        let result = try withAddress(path) { bind(descriptor, $0, $1) }
        guard result == 0, Glibc.listen(descriptor, 1) == 0 else {
            let error = SocketError("listen")
            Glibc.close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Waits for a caller; nil when the socket was shut down.
    package static func accept(_ descriptor: Int32) -> SocketConnection? {
        while true {
            let accepted = Glibc.accept(descriptor, nil, nil)
            if accepted >= 0 {
                _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
                return SocketConnection(descriptor: accepted)
            }
            if errno != EINTR { return nil }
        }
    }

    static func makeSocket() throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError("socket") }
        return descriptor
    }

    static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else {
            throw SocketError("socket path", code: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Sends a message; false when the other side is gone.
    @discardableResult
    package func send(_ message: SocketMessage) -> Bool {
        guard let body = try? JSONEncoder().encode(message) else { return false }
        var bytes = withUnsafeBytes(of: UInt32(body.count).bigEndian) { Array($0) }
        bytes += body
        return isOpen.withLock { isOpen in
            var sent = 0
            while isOpen, sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count > 0 {
                    sent += count
                } else if errno != EINTR {
                    return false
                }
            }
            return isOpen
        }
    }

    /// Waits for the next message; nil when the other side is gone or talks nonsense.
    package func receive() -> SocketMessage? {
        guard let head = read(4) else { return nil }
        let length = head.reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.lengthLimit, let body = read(length) else { return nil }
        return try? JSONDecoder().decode(SocketMessage.self, from: Data(body))
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes[filled...].withUnsafeMutableBytes { Glibc.recv(descriptor, $0.baseAddress, $0.count, 0) }
            if got > 0 {
                filled += got
            } else if got == 0 || errno != EINTR {
                return nil
            }
        }
        return bytes
    }

    /// Wakes the reader up with an end; the descriptor is closed with the last reference.
    package func close() {
        isOpen.withLock { isOpen in
            if isOpen { shutdown(descriptor, Int32(SHUT_RDWR)) }
            isOpen = false
        }
    }

    deinit { Glibc.close(descriptor) }
}
