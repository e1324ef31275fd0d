import COpenSSL

/// What all connections of one client or server share: certificates, trust, protocol versions.
package final class TLSContext: @unchecked Sendable {
    // Unchecked: set up in `init`; OpenSSL guards a context that is only used to make connections.
    let context: OpaquePointer
    let isServer: Bool
    /// Whether a peer that names no protocol at all is turned away; one that names others only always is.
    let requiresALPN: Bool

    private init(_ method: OpaquePointer?, isServer: Bool, requiresALPN: Bool = true) throws(HTTP2Error) {
        OpenSSLErrors.clear()
        guard let method, let context = SSL_CTX_new(method) else { throw OpenSSLErrors.library("a TLS context") }
        self.context = context
        self.isServer = isServer
        self.requiresALPN = requiresALPN
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        // A retried write may come from another place in memory, and a part that was written is reported.
        let modes = SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
        SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(modes), nil)
        // One read call fetches several records at once; half the time of small answers is otherwise system calls.
        SSL_CTX_set_default_read_buffer_len(context, 65_536)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_READ_AHEAD, 1, nil)
        // SSL_OP_NO_RENEGOTIATION and SSL_OP_NO_COMPRESSION, macros that Swift does not see; RFC 9113, 9.2.1, wants both.
        SSL_CTX_set_options(context, UInt64(1) << 30 | UInt64(1) << 17)
    }

    deinit { SSL_CTX_free(context) }

    /// Makes the context of a client.
    ///
    /// - Parameters:
    ///   - trust: Whom to believe; names are always checked.
    ///   - identity: The certificate to show to servers that ask for one; nil for none.
    /// - Returns: The context, to be shared by all connections with this trust.
    /// - Throws: `invalid_pem` when the CA file holds no certificate, or for the identity; `key_mismatch`.
    package static func client(trust: TLSTrust, identity: TLSIdentity? = nil) throws(HTTP2Error) -> TLSContext {
        let context = try TLSContext(TLS_client_method(), isServer: false)
        switch trust {
        case .system:
            SSL_CTX_set_default_verify_paths(context.context)
        case .file(let path):
            guard SSL_CTX_load_verify_file(context.context, path) == 1 else {
                throw HTTP2Error(.invalidPEM, detail: "the CA file \(path) (\(OpenSSLErrors.drain()))")
            }
        case .pem(let text):
            let store = SSL_CTX_get_cert_store(context.context)
            try PEM.withCertificates(in: text, source: "the CA certificates") { certificate throws(HTTP2Error) in
                guard X509_STORE_add_cert(store, certificate) == 1 else {
                    throw OpenSSLErrors.library("a trust store")
                }
            }
        }
        SSL_CTX_set_verify(context.context, SSL_VERIFY_PEER, nil)
        if let identity { try context.use(identity) }
        return context
    }

    /// Makes the context of a server for clients that offer ALPN `h2`.
    ///
    /// - Parameters:
    ///   - identity: The certificate chain and its key.
    ///   - requiresALPN: Whether clients that offer no protocol at all are turned away.
    ///   - clientAuthorityPEM: Clients are asked for a certificate and held to these authorities; nil: not asked.
    /// - Returns: The context, to be shared by all connections of the server.
    /// - Throws: `invalid_pem` or `key_mismatch`.
    package static func server(
        identity: TLSIdentity, requiresALPN: Bool = true, clientAuthorityPEM: String? = nil
    ) throws(HTTP2Error) -> TLSContext {
        let context = try TLSContext(TLS_server_method(), isServer: true, requiresALPN: requiresALPN)
        try context.use(identity)
        if let clientAuthorityPEM { try context.askForCertificates(of: clientAuthorityPEM) }
        SSL_CTX_set_alpn_select_cb(context.context, selectHTTP2, nil)
        return context
    }

    /// Asks clients for a certificate, without turning away those that have none or a wrong one.
    ///
    /// Whether it is right is told with the request, so that the client can be answered in words.
    private func askForCertificates(of authorityPEM: String) throws(HTTP2Error) {
        let store = SSL_CTX_get_cert_store(context)
        try PEM.withCertificates(in: authorityPEM, source: "the client authorities") { certificate throws(HTTP2Error) in
            guard X509_STORE_add_cert(store, certificate) == 1, SSL_CTX_add_client_CA(context, certificate) == 1 else {
                throw OpenSSLErrors.library("a trust store")
            }
        }
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER) { _, _ in 1 }
        // Without a name for its sessions, a server that asks for certificates cannot resume any.
        let name = Array("tidings".utf8)
        SSL_CTX_set_session_id_context(context, name, UInt32(name.count))
    }

    private func use(_ identity: TLSIdentity) throws(HTTP2Error) {
        var isFirst = true
        try PEM.withCertificates(in: identity.certificateChainPEM, source: "the certificate chain") {
            certificate throws(HTTP2Error) in
            let isUsed: Bool
            if isFirst {
                isUsed = SSL_CTX_use_certificate(context, certificate) == 1
            } else {
                // "1" stands for add1: the context takes a reference of its own.
                isUsed = SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 1, UnsafeMutableRawPointer(certificate)) == 1
            }
            isFirst = false
            guard isUsed else {
                throw HTTP2Error(.invalidPEM, detail: "the certificate chain (\(OpenSSLErrors.drain()))")
            }
        }
        let stream = try PEM.Stream.reading(identity.privateKeyPEM)
        guard let key = PEM_read_bio_PrivateKey(stream.bio, nil, nil, nil) else {
            OpenSSLErrors.clear()
            throw HTTP2Error(.invalidPEM, detail: "the private key of the certificate")
        }
        defer { EVP_PKEY_free(key) }
        guard SSL_CTX_use_PrivateKey(context, key) == 1 else {
            throw HTTP2Error(.keyMismatch, detail: OpenSSLErrors.drain())
        }
    }
}

/// The protocol list that both sides send: one name with its length before it.
let applicationProtocols: [UInt8] = [2] + Array("h2".utf8)

/// Picks `h2` from the client's list, or ends the handshake.
private let selectHTTP2:
    @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
        UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
    ) -> Int32 = { _, chosen, chosenLength, offered, offeredLength, _ in
        guard let chosen, let chosenLength, let offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        var index = 0
        while index < Int(offeredLength) {
            let length = Int(offered[index])
            guard index + 1 + length <= Int(offeredLength) else { break }
            if length == 2, offered[index + 1] == UInt8(ascii: "h"), offered[index + 2] == UInt8(ascii: "2") {
                chosen.pointee = offered + index + 1
                chosenLength.pointee = 2
                return SSL_TLSEXT_ERR_OK
            }
            index += 1 + length
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
