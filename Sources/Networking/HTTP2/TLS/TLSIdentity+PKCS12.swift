import COpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension TLSIdentity {
    /// Opens a PKCS#12 file (`.p12`, `.pfx`), also one in the old encryption that Keychain Access writes.
    ///
    /// - Parameters:
    ///   - pkcs12: The bytes of the file.
    ///   - password: Its password; empty where it has none.
    /// - Throws: `invalid_pkcs12` when the password is wrong or the file holds no certificate with its key.
    package init(pkcs12: [UInt8], password: String) throws(HTTP2Error) {
        _ = Self.oldCiphers
        OpenSSLErrors.clear()
        defer { OpenSSLErrors.clear() }
        let file = pkcs12.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var start = bytes.baseAddress
            return d2i_PKCS12(nil, &start, bytes.count)
        }
        guard let file else { throw HTTP2Error(.invalidPKCS12, detail: "it is not a PKCS#12 file") }
        defer { PKCS12_free(file) }
        // A missing password and an empty one are told apart by the format, not by people.
        let isOpen =
            PKCS12_verify_mac(file, password, -1) == 1 || (password.isEmpty && PKCS12_verify_mac(file, nil, 0) == 1)
        guard isOpen else { throw HTTP2Error(.invalidPKCS12, detail: "the password does not open it") }
        var key: OpaquePointer?
        var certificate: OpaquePointer?
        var others: OpaquePointer?
        let isParsed = PKCS12_parse(file, password, &key, &certificate, &others) == 1
        defer {
            EVP_PKEY_free(key)
            X509_free(certificate)
            Self.free(others)
        }
        guard isParsed, let key, let certificate else {
            throw HTTP2Error(.invalidPKCS12, detail: "it holds no certificate together with its key")
        }
        let chain = try PEM.Stream()
        guard PEM_write_bio_X509(chain.bio, certificate) == 1 else { throw OpenSSLErrors.library("a PEM certificate") }
        for index in 0..<max(0, OPENSSL_sk_num(others)) {
            guard let other = OPENSSL_sk_value(others, index) else { continue }
            PEM_write_bio_X509(chain.bio, OpaquePointer(other))
        }
        let secret = try PEM.Stream()
        guard PEM_write_bio_PKCS8PrivateKey(secret.bio, key, nil, nil, 0, nil, nil) == 1 else {
            throw OpenSSLErrors.library("a PEM key")
        }
        self.init(certificateChainPEM: chain.text(), privateKeyPEM: secret.text())
    }

    private static func free(_ certificates: OpaquePointer?) {
        while let certificate = OPENSSL_sk_pop(certificates) { X509_free(OpaquePointer(certificate)) }
        OPENSSL_sk_free(certificates)
    }

    /// Loads RC2 and its kind, once; naming one provider unloads the implied default, so that is named as well.
    private static let oldCiphers: Bool =
        OSSL_PROVIDER_load(nil, "default") != nil && OSSL_PROVIDER_load(nil, "legacy") != nil

    /// The identity with its key unlocked; a key that is not encrypted needs no password.
    ///
    /// - Throws: `invalid_pem` or `key_mismatch`.
    package func unlocked(keyPassword: String?) throws(HTTP2Error) -> TLSIdentity {
        let stream = try PEM.Stream.reading(privateKeyPEM)
        OpenSSLErrors.clear()
        defer { OpenSSLErrors.clear() }
        // Without a callback OpenSSL would ask at the terminal.
        let key = (keyPassword ?? "").withCString { password in
            PEM_read_bio_PrivateKey(
                stream.bio, nil,
                { buffer, capacity, _, password in
                    guard let buffer, let password else { return 0 }
                    let count = strlen(password.assumingMemoryBound(to: CChar.self))
                    guard count <= Int(capacity) else { return 0 }
                    buffer.update(from: password.assumingMemoryBound(to: CChar.self), count: count)
                    return Int32(count)
                }, UnsafeMutableRawPointer(mutating: password))
        }
        guard let key else {
            throw HTTP2Error(.invalidPEM, detail: "the private key (missing, damaged, or its password is wrong)")
        }
        defer { EVP_PKEY_free(key) }
        var isPair = false
        var isFirst = true
        try PEM.withCertificates(in: certificateChainPEM, source: "the certificate") { certificate throws(HTTP2Error) in
            if isFirst { isPair = X509_check_private_key(certificate, key) == 1 }
            isFirst = false
        }
        guard isPair else { throw HTTP2Error(.keyMismatch, detail: "the first certificate in the text") }
        let secret = try PEM.Stream()
        guard PEM_write_bio_PKCS8PrivateKey(secret.bio, key, nil, nil, 0, nil, nil) == 1 else {
            throw OpenSSLErrors.library("a PEM key")
        }
        return TLSIdentity(certificateChainPEM: certificateChainPEM, privateKeyPEM: secret.text())
    }

    /// What the first certificate says of itself.
    ///
    /// - Returns: The UID of its subject, which is the topic of a push certificate, and the second since 1970 after
    ///   which it is no longer valid.
    /// - Throws: `invalid_pem`.
    package func subject() throws(HTTP2Error) -> (userID: String?, expires: Int) {
        var found: (userID: String?, expires: Int)?
        try PEM.withCertificates(in: certificateChainPEM, source: "the certificate") { certificate throws(HTTP2Error) in
            guard found == nil else { return }
            var buffer = [CChar](repeating: 0, count: 256)
            let count = X509_NAME_get_text_by_NID(
                X509_get_subject_name(certificate), NID_userId, &buffer, Int32(buffer.count))
            let userID =
                count < 0
                ? nil : String(decoding: buffer.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
            var time = tm()
            ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &time)
            found = (userID, timegm(&time))
        }
        guard let found else { throw HTTP2Error(.invalidPEM, detail: "the certificate") }
        return found
    }
}
