import Foundation

/// A blocking HTTP/1.1 connection that is kept between requests; for threads of a test, never for tasks.
final class KeptConnection {
    struct Answer {
        let status: Int
        let body: [UInt8]
    }

    private let descriptor: Int32
    private var unread: [UInt8] = []

    /// Connects; nil if nobody listens.
    init?(port: Int) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            close(descriptor)
            return nil
        }
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Sends a request and reads its answer; nil if the connection ended before.
    func send(_ method: String, _ path: String, headers: [(String, String)], body: [UInt8]? = nil) -> Answer? {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        let request = Array((head + "\r\n").utf8) + (body ?? [])
        var sent = 0
        while sent < request.count {
            let count = request[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return nil }
            sent += count
        }
        return receive()
    }

    private func receive() -> Answer? {
        let separator = Array("\r\n\r\n".utf8)
        while true {
            if let end = unread.firstRange(of: separator) {
                let lines = String(decoding: unread[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
                let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
                let length = lines.first { $0.lowercased().hasPrefix("content-length:") }?
                    .split(separator: ":").last.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
                guard let status, let length else { return nil }
                while unread.count < end.upperBound + length { if !fill() { return nil } }
                let body = Array(unread[end.upperBound..<end.upperBound + length])
                unread.removeFirst(end.upperBound + length)
                return Answer(status: status, body: body)
            }
            if !fill() { return nil }
        }
    }

    private func fill() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        unread += buffer[..<count]
        return true
    }
}
