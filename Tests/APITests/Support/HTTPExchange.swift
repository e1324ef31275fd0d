import Foundation
import PushModel

/// One request over a socket of its own, byte for byte as the test wants it, and its answer.
struct HTTPExchange: Sendable {
    let status: Int
    let headers: [String: String]
    let body: [UInt8]

    /// The body as JSON.
    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }

    /// The data of the envelope.
    var data: JSONValue { json["data"] ?? .null }

    /// The error's code in the envelope.
    var code: String? { json["error"]?["code"]?.string }

    /// The field in the envelope's error.
    var param: String? { json["error"]?["param"]?.string }

    /// Each detail as `param code`.
    var details: [String] {
        (json["error"]?["details"]?.array ?? []).map {
            "\($0["param"]?.string ?? "") \($0["code"]?.string ?? "")"
        }
    }

    static func send(
        _ method: String, _ path: String, port: Int, headers: [(String, String)] = [], body: [UInt8]? = nil
    ) async throws -> HTTPExchange {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        let bytes = Array((head + "\r\n").utf8) + (body ?? [])
        // Blocking reads must not take a thread of the cooperative pool.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try exchange(bytes, port: port) }) }
        }
    }

    private struct Failure: Error { let what: String }

    private static func exchange(_ request: [UInt8], port: Int) throws -> HTTPExchange {
        let descriptor = try connect(port)
        defer { close(descriptor) }
        var sent = 0
        while sent < request.count {
            let count = request[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            // A server that answers early may close its side; what it said is still to be read.
            guard count > 0 else { break }
            sent += count
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer += buffer[..<count]
        }
        return try parse(answer)
    }

    /// Sends a request and closes the connection without waiting for an answer.
    static func sendAndLeave(_ text: String, port: Int) throws {
        let descriptor = try connect(port)
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(what: "send")
        }
    }

    static func connect(_ port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(what: "socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            close(descriptor)
            throw Failure(what: "connect \(errno)")
        }
        return descriptor
    }

    private static func parse(_ answer: [UInt8]) throws -> HTTPExchange {
        let separator = Array("\r\n\r\n".utf8)
        guard let end = (0..<max(0, answer.count - 3)).first(where: { answer[$0..<$0 + 4].elementsEqual(separator) })
        else { throw Failure(what: "no answer (\(answer.count) bytes)") }
        let lines = String(decoding: answer[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        return HTTPExchange(status: status ?? 0, headers: headers, body: Array(answer[(end + 4)...]))
    }
}
