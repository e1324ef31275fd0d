import COpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// TLS on one non-blocking socket; freed when the value ends, while the socket stays its owner's to close.
struct TLSStream: ~Copyable {
    private let ssl: OpaquePointer
    private let host: String
    private let isServer: Bool
    private let requiresALPN: Bool

    /// What became of a call.
    enum Step {
        /// It is finished, with this many bytes where bytes move.
        case done(Int)
        /// Call again when the socket can be read.
        case wantsRead
        /// Call again when the socket can be written.
        case wantsWrite
        /// The peer ended TLS properly.
        case ended
    }

    private init(takingOwnership ssl: OpaquePointer, host: String, isServer: Bool, requiresALPN: Bool) {
        self.ssl = ssl
        self.host = host
        self.isServer = isServer
        self.requiresALPN = requiresALPN
    }

    /// Prepares a connection in the role of the context.
    ///
    /// `host` is sent as server name and checked in the certificate (clients); an IP address is checked as such.
    static func make(_ context: TLSContext, fileDescriptor: Int32, host: String = "") throws(HTTP2Error) -> TLSStream {
        OpenSSLErrors.clear()
        guard let ssl = SSL_new(context.context) else { throw OpenSSLErrors.library("a TLS connection") }
        let stream = TLSStream(
            takingOwnership: ssl, host: host, isServer: context.isServer, requiresALPN: context.requiresALPN)
        guard SSL_set_fd(ssl, fileDescriptor) == 1 else { throw OpenSSLErrors.library("a TLS connection") }
        if context.isServer {
            SSL_set_accept_state(ssl)
        } else {
            SSL_set_connect_state(ssl)
            applicationProtocols.withUnsafeBufferPointer {
                // This one call in OpenSSL answers 0 for success.
                _ = SSL_set_alpn_protos(ssl, $0.baseAddress, UInt32($0.count))
            }
            try stream.expect(host)
        }
        return stream
    }

    deinit { SSL_free(ssl) }

    private borrowing func expect(_ host: String) throws(HTTP2Error) {
        let parameters = SSL_get0_param(ssl)
        if X509_VERIFY_PARAM_set1_ip_asc(parameters, host) == 1 { return }
        OpenSSLErrors.clear()
        SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        guard SSL_set1_host(ssl, host) == 1 else { throw OpenSSLErrors.library("the expected host name \(host)") }
        let isSet = host.withCString { name in
            SSL_ctrl(
                ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name),
                UnsafeMutableRawPointer(mutating: name))
        }
        guard isSet == 1 else { throw OpenSSLErrors.library("the server name \(host)") }
    }

    /// Goes on with the handshake; when done, both sides have agreed on HTTP/2.
    borrowing func handshake() throws(HTTP2Error) -> Step {
        OpenSSLErrors.clear()
        let result = SSL_do_handshake(ssl)
        guard result != 1 else {
            guard agreedOnHTTP2 else { throw HTTP2Error(.noHTTP2, detail: host.isEmpty ? "the client" : host) }
            return .done(0)
        }
        let step = try failedStep(result, while: "handshake")
        if case .ended = step { throw HTTP2Error(.handshakeFailed, detail: "the peer hung up") }
        return step
    }

    private var agreedOnHTTP2: Bool {
        var name: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &length)
        guard let name, length > 0 else { return !requiresALPN }
        guard length == 2 else { return false }
        return name[0] == UInt8(ascii: "h") && name[1] == UInt8(ascii: "2")
    }

    /// The certificate that the peer proved to have, if it sent one.
    var peerCertificate: PeerCertificate? {
        borrowing get {
            guard let certificate = SSL_get1_peer_certificate(ssl) else { return nil }
            defer { X509_free(certificate) }
            return PeerCertificate(certificate, isTrusted: SSL_get_verify_result(ssl) == Int(X509_V_OK))
        }
    }

    /// Reads what one record holds, at most the size of `buffer`.
    borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTP2Error) -> Step {
        OpenSSLErrors.clear()
        let count = SSL_read(ssl, buffer.baseAddress, Int32(clamping: buffer.count))
        return count > 0 ? .done(Int(count)) : try failedStep(count, while: "read")
    }

    /// Writes at most one record of `bytes`.
    ///
    /// After `wantsRead` or `wantsWrite` the next call must start with the same bytes.
    borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(HTTP2Error) -> Step {
        OpenSSLErrors.clear()
        let count = SSL_write(ssl, bytes.baseAddress, Int32(clamping: bytes.count))
        return count > 0 ? .done(Int(count)) : try failedStep(count, while: "write")
    }

    /// Says goodbye; the answer is not waited for.
    borrowing func sayGoodbye() {
        OpenSSLErrors.clear()
        SSL_shutdown(ssl)
        OpenSSLErrors.clear()
    }

    private borrowing func failedStep(_ result: Int32, while action: String) throws(HTTP2Error) -> Step {
        let systemError = errno
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        case SSL_ERROR_ZERO_RETURN: return .ended
        case SSL_ERROR_SYSCALL:
            OpenSSLErrors.clear()
            let reason = systemError == 0 ? "the peer hung up" : String(cString: strerror(systemError))
            throw HTTP2Error(.connectionLost, detail: "\(reason) during \(action)")
        default:
            let verification = SSL_get_verify_result(ssl)
            if !isServer, verification != Int(X509_V_OK) {
                OpenSSLErrors.clear()
                let reason = String(cString: X509_verify_cert_error_string(verification))
                throw HTTP2Error(.untrusted, detail: "\(host) is not trusted: \(reason)")
            }
            let reason = OpenSSLErrors.drain()
            throw HTTP2Error(
                action == "handshake" ? .handshakeFailed : .connectionLost, detail: "\(reason) during \(action)")
        }
    }
}
