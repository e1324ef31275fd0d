#if !canImport(CryptoKit)
    import COpenSSL

    /// The primitives that the rest of this module is built on, by OpenSSL's EVP interface.
    enum Backend {
        // Fetched once, because each fetch by name costs a microsecond. Never changed after that, so threads may share them.
        private nonisolated(unsafe) static let sha256 = EVP_MD_fetch(nil, "SHA256", nil)
        private nonisolated(unsafe) static let aes128GCM = EVP_CIPHER_fetch(nil, "AES-128-GCM", nil)
        private nonisolated(unsafe) static let aes256GCM = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
        private nonisolated(unsafe) static let hmacTemplate: OpaquePointer? = {
            guard let mac = EVP_MAC_fetch(nil, "HMAC", nil), let context = EVP_MAC_CTX_new(mac) else { return nil }
            EVP_MAC_free(mac)  // The context keeps its own reference.
            var parameters = [
                OSSL_PARAM_construct_utf8_string(
                    OpenSSL.name("digest"), UnsafeMutablePointer(mutating: OpenSSL.name("SHA256")), 0),
                OSSL_PARAM_construct_end(),
            ]
            return EVP_MAC_CTX_set_params(context, &parameters) == 1 ? context : nil
        }()

        static func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: 32)
            let code = EVP_Digest(bytes.baseAddress, bytes.count, &digest, nil, sha256, nil)
            precondition(code == 1, "OpenSSL offers no SHA-256")
            return digest
        }

        static func hmacSHA256(_ message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer) -> [UInt8] {
            let context = EVP_MAC_CTX_dup(hmacTemplate)
            defer { EVP_MAC_CTX_free(context) }
            var code = [UInt8](repeating: 0, count: 32)
            var count = 0
            // An empty key is a key: without an address OpenSSL would expect an earlier one.
            let empty: [UInt8] = [0]
            let ok = empty.withUnsafeBufferPointer { empty in
                EVP_MAC_init(
                    context, key.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? empty.baseAddress, key.count, nil)
                    == 1
                    && EVP_MAC_update(
                        context, message.baseAddress?.assumingMemoryBound(to: UInt8.self), message.count) == 1
                    && EVP_MAC_final(context, &code, &count, code.count) == 1
            }
            precondition(ok && count == 32, "OpenSSL offers no HMAC with SHA-256")
            return code
        }

        static func fillRandom(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws(CryptoError) {
            try OpenSSL.call("RAND_bytes") {
                RAND_bytes(buffer.baseAddress, Int32(buffer.count)) == 1
            }
        }

        static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
            OPENSSL_cleanse(buffer.baseAddress, buffer.count)
        }

        static func wipe(_ bytes: inout [UInt8]) {
            bytes.withUnsafeMutableBytes { wipe($0) }
        }

        /// The ciphertext and, behind it, the tag of 16 bytes.
        ///
        /// The tag vouches for the context, too, which opening has to name again.
        static func sealAESGCM(
            _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], context additional: [UInt8] = []
        ) throws(CryptoError) -> [UInt8] {
            precondition((key.count == 16 || key.count == 32) && nonce.count == 12)
            let context = EVP_CIPHER_CTX_new()
            defer { EVP_CIPHER_CTX_free(context) }
            var output = [UInt8](repeating: 0, count: plaintext.count + 16)
            try output.withUnsafeMutableBufferPointer { (output) throws(CryptoError) in
                let start = output.baseAddress
                var count: Int32 = 0
                var rest: Int32 = 0
                try OpenSSL.call("AES-GCM") {
                    EVP_EncryptInit_ex2(context, key.count == 16 ? aes128GCM : aes256GCM, key, nonce, nil) == 1
                        && (additional.isEmpty
                            || EVP_EncryptUpdate(context, nil, &count, additional, Int32(additional.count)) == 1)
                        && EVP_EncryptUpdate(context, start, &count, plaintext, Int32(plaintext.count)) == 1
                        && EVP_EncryptFinal_ex(context, start.map { $0 + Int(count) }, &rest) == 1
                        && EVP_CIPHER_CTX_ctrl(
                            context, EVP_CTRL_AEAD_GET_TAG, 16, start.map { $0 + plaintext.count }) == 1
                }
            }
            return output
        }

        /// The plaintext, or nil if ciphertext or tag is not what was sealed with this key and nonce.
        static func openAESGCM(
            _ ciphertext: [UInt8], key: [UInt8], nonce: [UInt8], context additional: [UInt8] = []
        ) -> [UInt8]? {
            precondition((key.count == 16 || key.count == 32) && nonce.count == 12)
            guard ciphertext.count >= 16 else { return nil }
            let context = EVP_CIPHER_CTX_new()
            defer { EVP_CIPHER_CTX_free(context) }
            let length = ciphertext.count - 16
            // One byte of room, so that an empty text has an address as well.
            var output = [UInt8](repeating: 0, count: length + 1)
            var tag = Array(ciphertext[length...])
            var count: Int32 = 0
            var rest: Int32 = 0
            ERR_clear_error()
            defer { ERR_clear_error() }
            let ok =
                EVP_DecryptInit_ex2(context, key.count == 16 ? aes128GCM : aes256GCM, key, nonce, nil) == 1
                && (additional.isEmpty
                    || EVP_DecryptUpdate(context, nil, &count, additional, Int32(additional.count)) == 1)
                && EVP_DecryptUpdate(context, &output, &count, ciphertext, Int32(length)) == 1
                && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1
                && EVP_DecryptFinal_ex(context, nil, &rest) == 1
            guard ok, Int(count) == length else {
                wipe(&output)
                return nil
            }
            output.removeLast()
            return output
        }
    }
#endif
