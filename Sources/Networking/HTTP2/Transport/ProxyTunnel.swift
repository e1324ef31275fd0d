import Foundation

/// An HTTP proxy that opens tunnels by CONNECT (RFC 9110, section 9.3.6).
package struct HTTP2Proxy: Sendable, Hashable {
    /// The host name or IP address of the proxy.
    package var host: String
    /// Its TCP port.
    package var port: Int
    /// The whole value of `Proxy-Authorization`, a secret; nil for none.
    package var authorization: String?

    /// Names a proxy.
    package init(host: String, port: Int, authorization: String? = nil) {
        self.host = host
        self.port = port
        self.authorization = authorization
    }

    /// The conversation that opens a tunnel.
    func tunnel(to host: String, port: Int) -> ProxyTunnel {
        let target = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        var request = "CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n"
        if let authorization { request += "Proxy-Authorization: \(authorization)\r\n" }
        return ProxyTunnel(proxy: "\(self.host):\(self.port)", request: Array((request + "\r\n").utf8))
    }
}

/// What is said to a proxy on a plain socket before TLS begins.
struct ProxyTunnel {
    /// What the socket has to be ready for next, or that the tunnel is open.
    enum Step { case wantsRead, wantsWrite, open }

    private let proxy: String
    private let request: [UInt8]
    private var sentCount = 0
    private var answer: [UInt8] = []

    /// A longer head is no answer to CONNECT.
    private static let answerByteLimit = 16_384

    init(proxy: String, request: [UInt8]) {
        self.proxy = proxy
        self.request = request
    }

    /// Says and hears as much as the socket takes and gives now.
    mutating func advance(_ descriptor: Int32) throws(HTTP2Error) -> Step {
        while sentCount < request.count {
            let count = request[sentCount...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) }
            guard count > 0 else {
                guard errno == EAGAIN || errno == EINTR else { throw lost(String(cString: strerror(errno))) }
                return .wantsWrite
            }
            sentCount += count
        }
        // Byte by byte towards the end: what follows the head belongs to TLS.
        while !answer.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            var byte: UInt8 = 0
            let count = recv(descriptor, &byte, 1, 0)
            guard count > 0 else {
                guard count < 0, errno == EAGAIN || errno == EINTR else {
                    throw lost(count == 0 ? "it hung up" : String(cString: strerror(errno)))
                }
                return .wantsRead
            }
            answer.append(byte)
            guard answer.count < Self.answerByteLimit else { throw lost("its answer has no end") }
        }
        let line = String(decoding: answer.prefix { $0 != 13 }, as: UTF8.self)
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw lost("its answer is not HTTP")
        }
        guard (200...299).contains(status) else { throw lost("it answered \(status)") }
        return .open
    }

    private func lost(_ reason: String) -> HTTP2Error { HTTP2Error(.proxyRefused, detail: "\(proxy), \(reason)") }
}

#if canImport(Darwin)
    private let noSignal: Int32 = 0
#else
    private let noSignal = Int32(MSG_NOSIGNAL)
#endif
