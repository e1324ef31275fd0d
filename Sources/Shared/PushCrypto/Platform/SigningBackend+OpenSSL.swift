#if !canImport(CryptoKit)
    import COpenSSL

    /// A P-256 key that signs with ECDSA over SHA-256.
    struct SigningBackend: Sendable {
        private let handle: KeyHandle

        static func generate() throws(CryptoError) -> SigningBackend {
            SigningBackend(handle: try KeyHandle.generate())
        }

        private init(handle: KeyHandle) { self.handle = handle }

        init?(pkcs8 der: UnsafeRawBufferPointer) {
            guard let handle = KeyHandle.privateKey(der: der), handle.isConsistent else { return nil }
            self.handle = handle
        }

        /// The key as PKCS#8 in DER.
        func pkcs8() throws(CryptoError) -> SecretBytes {
            let info = try OpenSSL.make("writing a private key") { EVP_PKEY2PKCS8(handle.pointer) }
            defer { PKCS8_PRIV_KEY_INFO_free(info) }
            let count = i2d_PKCS8_PRIV_KEY_INFO(info, nil)
            return try SecretBytes(count: Int(max(0, count))) { (bytes) throws(CryptoError) in
                var cursor = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
                try OpenSSL.call("writing a private key") {
                    i2d_PKCS8_PRIV_KEY_INFO(info, &cursor) == count && count > 0
                }
            }
        }

        func publicPoint() throws(CryptoError) -> [UInt8] { try handle.point() }

        /// A signature in DER.
        func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
            let context = EVP_MD_CTX_new()
            defer { EVP_MD_CTX_free(context) }
            var signature = [UInt8](repeating: 0, count: 80)
            var count = signature.count
            try OpenSSL.call("signing") {
                EVP_DigestSignInit_ex(context, nil, "SHA256", nil, nil, handle.pointer, nil) == 1
                    && EVP_DigestSign(context, &signature, &count, message, message.count) == 1
            }
            return Array(signature.prefix(count))
        }
    }

    /// The public half.
    struct VerifyingBackend: Sendable {
        private let handle: KeyHandle

        init?(spki der: [UInt8]) {
            guard let handle = KeyHandle.publicKey(der: der) else { return nil }
            self.handle = handle
        }

        init?(point: [UInt8]) {
            guard let handle = KeyHandle.publicKey(point) else { return nil }
            self.handle = handle
        }

        func point() throws(CryptoError) -> [UInt8] { try handle.point() }

        func isValid(derSignature signature: [UInt8], for message: [UInt8]) -> Bool {
            let context = EVP_MD_CTX_new()
            defer { EVP_MD_CTX_free(context) }
            ERR_clear_error()
            defer { ERR_clear_error() }
            return EVP_DigestVerifyInit_ex(context, nil, "SHA256", nil, nil, handle.pointer, nil) == 1
                && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        }
    }
#endif
