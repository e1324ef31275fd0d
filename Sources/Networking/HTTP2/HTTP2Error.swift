/// What went wrong with TLS, HTTP/2 or the socket under them, and what to do about it.
package struct HTTP2Error: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of fault, stable for programs.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The stable name in snake case.
        package let description: String

        /// Creates a code from its stable name.
        package init(_ description: String) { self.description = description }

        /// A certificate or key is not usable PEM.
        package static let invalidPEM = Code("invalid_pem")
        /// A PKCS#12 file cannot be opened.
        package static let invalidPKCS12 = Code("invalid_pkcs12")
        /// The key does not belong to the certificate.
        package static let keyMismatch = Code("key_mismatch")
        /// OpenSSL or nghttp2 refused to make an object: memory or a wrong build.
        package static let library = Code("library")
        /// The host name has no address.
        package static let hostNotFound = Code("host_not_found")
        /// The proxy does not let the connection through.
        package static let proxyRefused = Code("proxy_refused")
        /// Nothing accepts connections there, or the network is unreachable.
        package static let connectFailed = Code("connect_failed")
        /// The address cannot be listened on.
        package static let cannotListen = Code("cannot_listen")
        /// The peer's certificate is not trusted or is for another name.
        package static let untrusted = Code("untrusted")
        /// The TLS handshake failed for another reason than trust.
        package static let handshakeFailed = Code("handshake_failed")
        /// The peer does not speak HTTP/2 over TLS (ALPN `h2`).
        package static let noHTTP2 = Code("no_http2")
        /// A deadline passed before the peer did its part.
        package static let timedOut = Code("timed_out")
        /// The peer, or the network, ended the connection.
        package static let connectionLost = Code("connection_lost")
        /// The peer broke the protocol or a limit.
        package static let protocolViolation = Code("protocol_violation")
        /// This side closed the connection.
        package static let closed = Code("closed")
    }

    /// The kind of fault.
    package let code: Code
    /// The file, host or reason, without secrets.
    package let detail: String

    /// Creates an error.
    package init(_ code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    /// A sentence for people.
    package var description: String {
        switch code {
        case .invalidPEM: "Cannot read \(detail): it is not a usable PEM file. Check the path and that it is complete."
        case .invalidPKCS12: "Cannot open the PKCS#12 file: \(detail). Export certificate and key together again."
        case .keyMismatch:
            "The key does not belong to the certificate (\(detail)). Give the pair that was issued together."
        case .hostNotFound: "Cannot find the host \(detail). Check its spelling and the name server."
        case .connectFailed: "Cannot connect to \(detail). Check that it runs and that a firewall lets you through."
        case .proxyRefused: "The proxy lets nothing through: \(detail). Check its address, its rules and the user name."
        case .cannotListen: "Cannot listen on \(detail). Choose another address or port, or stop what uses it."
        case .untrusted: "The certificate of \(detail). Check the host name and the CA file that you trust."
        case .handshakeFailed: "TLS handshake failed: \(detail). Check that the port speaks TLS 1.2 or newer."
        case .noHTTP2: "\(detail) does not offer HTTP/2 (ALPN h2). Check host and port."
        case .timedOut: "Timed out: \(detail). Check the network, or allow more time."
        case .connectionLost: "The connection was lost: \(detail). Connect again."
        case .protocolViolation: "The peer broke the rules of HTTP/2: \(detail)."
        case .closed: "The connection is closed: \(detail)."
        default: "HTTP/2 failed (\(code)): \(detail)."
        }
    }
}
