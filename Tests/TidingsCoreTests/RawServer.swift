import Foundation
import Glibc

/// A server on loopback that answers one connection after the other with bytes of the test's choice, and may never end.
final class RawServer: Sendable {
    /// Sends; false when the other side is gone.
    typealias Send = (String) -> Bool

    let port: Int
    private let socket: Int32

    /// Starts a thread that answers; the path comes from the request's first line.
    init(_ answer: @escaping @Sendable (_ path: String, _ send: Send) -> Void) throws {
        let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) | listen(listener, 8) | getsockname(listener, pointer, &length)
            }
        }
        guard listener >= 0, code == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        socket = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                var buffer = [UInt8](repeating: 0, count: 4_096)
                let count = max(0, recv(connection, &buffer, buffer.count, 0))
                let words = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
                answer(words.count > 1 ? String(words[1]) : "") { text in
                    let bytes = Array(text.utf8)
                    return Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0
                }
                close(connection)
            }
        }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    func url(_ path: String) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
        return url
    }
}
