#if !canImport(CryptoKit)
    import COpenSSL

    /// An `EVP_PKEY` and the duty to free it.
    final class KeyHandle: @unchecked Sendable {
        // Never changed after `init`; OpenSSL's key objects may be read by several threads.
        let pointer: OpaquePointer

        /// Takes over one reference.
        init(_ pointer: OpaquePointer) { self.pointer = pointer }

        deinit { EVP_PKEY_free(pointer) }

        /// `EVP_PKEY_PUBLIC_KEY`, a macro of macros that Swift does not see: all parameters and the public key.
        private static let publicKeySelection: Int32 = 0x80 | 0x04 | 0x02

        /// Makes a new P-256 key pair.
        static func generate() throws(CryptoError) -> KeyHandle {
            let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
            defer { EVP_PKEY_CTX_free(context) }
            return KeyHandle(
                try OpenSSL.make("key generation") {
                    var key: OpaquePointer?
                    let ok =
                        EVP_PKEY_keygen_init(context) == 1
                        && EVP_PKEY_CTX_set_group_name(context, "P-256") == 1
                        && EVP_PKEY_generate(context, &key) == 1
                    return ok ? key : nil
                })
        }

        /// Makes a public key of an uncompressed point; nil if the point is not on the curve.
        static func publicKey(_ point: [UInt8]) -> KeyHandle? {
            guard point.count == 65, point.first == 4 else { return nil }
            ERR_clear_error()
            defer { ERR_clear_error() }
            let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
            defer { EVP_PKEY_CTX_free(context) }
            var point = point
            let key: OpaquePointer? = point.withUnsafeMutableBytes { point in
                var parameters = [
                    OSSL_PARAM_construct_utf8_string(
                        OpenSSL.name("group"), UnsafeMutablePointer(mutating: OpenSSL.name("prime256v1")), 0),
                    OSSL_PARAM_construct_octet_string(OpenSSL.name("pub"), point.baseAddress, point.count),
                    OSSL_PARAM_construct_end(),
                ]
                var key: OpaquePointer?
                let ok =
                    EVP_PKEY_fromdata_init(context) == 1
                    && EVP_PKEY_fromdata(context, &key, publicKeySelection, &parameters) == 1
                return ok ? key : nil
            }
            return key.map { KeyHandle($0) }
        }

        /// Reads a private key in DER, be it PKCS#8 or SEC 1; nil if it is none on P-256.
        static func privateKey(der: UnsafeRawBufferPointer) -> KeyHandle? {
            ERR_clear_error()
            defer { ERR_clear_error() }
            var cursor = der.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let end = cursor.map { $0 + der.count }
            guard let key = d2i_AutoPrivateKey(nil, &cursor, der.count) else { return nil }
            let handle = KeyHandle(key)
            return cursor == end && handle.isP256 ? handle : nil
        }

        /// Reads a public key in DER (SubjectPublicKeyInfo); nil if it is none on P-256.
        static func publicKey(der: [UInt8]) -> KeyHandle? {
            ERR_clear_error()
            defer { ERR_clear_error() }
            return der.withUnsafeBufferPointer { der in
                var cursor = der.baseAddress
                let end = cursor.map { $0 + der.count }
                guard let key = d2i_PUBKEY(nil, &cursor, der.count) else { return nil }
                let handle = KeyHandle(key)
                return cursor == end && handle.isP256 ? handle : nil
            }
        }

        private var isP256: Bool {
            guard EVP_PKEY_get_base_id(pointer) == EVP_PKEY_EC else { return false }
            var name = [CChar](repeating: 0, count: 32)
            guard EVP_PKEY_get_group_name(pointer, &name, name.count, nil) == 1 else { return false }
            return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } == "prime256v1"
        }

        /// The public point, uncompressed.
        func point() throws(CryptoError) -> [UInt8] {
            var point = [UInt8](repeating: 0, count: 65)
            var count = 0
            try OpenSSL.call("reading a public key") {
                EVP_PKEY_get_octet_string_param(
                    pointer, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, &point, point.count, &count) == 1
            }
            guard count == 65, point.first == 4 else {
                throw CryptoError(.invalidKey, "The key's public point is not in the uncompressed form.")
            }
            return point
        }

        /// The private scalar.
        func scalar() throws(CryptoError) -> SecretBytes {
            let number = try OpenSSL.make("reading a private key") {
                var number: OpaquePointer?
                return EVP_PKEY_get_bn_param(pointer, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 ? number : nil
            }
            defer { BN_clear_free(number) }
            return try SecretBytes(count: 32) { (bytes) throws(CryptoError) in
                try OpenSSL.call("reading a private key") {
                    BN_bn2binpad(number, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), 32) == 32
                }
            }
        }

        /// Whether the private scalar is in range and fits the public point.
        var isConsistent: Bool {
            ERR_clear_error()
            defer { ERR_clear_error() }
            let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil)
            defer { EVP_PKEY_CTX_free(context) }
            return EVP_PKEY_check(context) == 1
        }
    }
#endif
