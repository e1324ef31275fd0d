import CEvent
import COpenSSL

/// Certificate and key of an HTTPS server; one object for all its connections.
final class TLSContext: @unchecked Sendable {
    // Unchecked: not changed after `init`; OpenSSL counts references atomically.
    private let context: OpaquePointer

    /// Reads PEM files.
    init(certificateFile: String, keyFile: String) throws(WebServerError) {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_server_method()) else {
            throw WebServerError(.outOfResources, "Cannot set up TLS: OpenSSL has no memory left.")
        }
        self.context = context
        // What the macro SSL_CTX_set_min_proto_version does; Swift cannot import it.
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        guard SSL_CTX_use_certificate_chain_file(context, certificateFile) == 1 else {
            throw Self.unusable("certificate", certificateFile)
        }
        guard SSL_CTX_use_PrivateKey_file(context, keyFile, SSL_FILETYPE_PEM) == 1 else {
            throw Self.unusable("key", keyFile)
        }
        guard SSL_CTX_check_private_key(context) == 1 else {
            throw WebServerError(
                .invalidCertificate, "The key in \(keyFile) does not belong to the certificate in \(certificateFile).")
        }
    }

    deinit { SSL_CTX_free(context) }

    /// Makes the encrypted side of a connection that evhttp is about to accept.
    func makeBufferEvent(on base: OpaquePointer) -> OpaquePointer? {
        guard let session = SSL_new(context) else { return nil }
        guard
            let event = bufferevent_openssl_socket_new(
                base, -1, session, BUFFEREVENT_SSL_ACCEPTING, Int32(BEV_OPT_CLOSE_ON_FREE.rawValue))
        else {
            SSL_free(session)
            return nil
        }
        // Many clients end without a TLS goodbye; that is the end of a connection and no attack on a framed protocol.
        bufferevent_openssl_set_allow_dirty_shutdown(event, 1)
        return event
    }

    private static func unusable(_ kind: String, _ file: String) -> WebServerError {
        ERR_clear_error()
        return WebServerError(
            .invalidCertificate, "Cannot read the \(kind) \(file): it is missing or no PEM \(kind). Check the path.")
    }
}
