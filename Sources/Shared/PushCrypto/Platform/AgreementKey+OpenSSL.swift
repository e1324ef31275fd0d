#if !canImport(CryptoKit)
    import COpenSSL

    /// A P-256 key pair for Diffie-Hellman.
    struct AgreementKey: Sendable {
        private let handle: KeyHandle
        /// The public point: 65 bytes, uncompressed.
        let publicKey: [UInt8]

        private init(_ handle: KeyHandle) throws(CryptoError) {
            self.handle = handle
            publicKey = try handle.point()
        }

        static func generate() throws(CryptoError) -> AgreementKey { try AgreementKey(KeyHandle.generate()) }

        /// Takes a private scalar of 32 bytes and works out the point.
        init(privateKey: SecretBytes) throws(CryptoError) {
            // The smallest SEC 1 form: OpenSSL computes the point that is missing in it.
            var der: [UInt8] = [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20]
            privateKey.withUnsafeBytes { der.append(contentsOf: $0) }
            der += [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
            defer { Backend.wipe(&der) }
            guard let handle = der.withUnsafeBytes({ KeyHandle.privateKey(der: $0) }), handle.isConsistent else {
                throw CryptoError(.invalidKey, "The private key is not a number of the group P-256.")
            }
            try self.init(handle)
        }

        func privateKey() throws(CryptoError) -> SecretBytes { try handle.scalar() }

        static func isPoint(_ point: [UInt8]) -> Bool { KeyHandle.publicKey(point) != nil }

        /// The x coordinate of the common point: 32 bytes.
        func sharedSecret(with peer: [UInt8]) throws(CryptoError) -> SecretBytes {
            guard let peer = KeyHandle.publicKey(peer) else {
                throw CryptoError(.invalidKey, "The public key is not a point of the curve P-256.")
            }
            let context = EVP_PKEY_CTX_new_from_pkey(nil, handle.pointer, nil)
            defer { EVP_PKEY_CTX_free(context) }
            return try SecretBytes(count: 32) { (bytes) throws(CryptoError) in
                var count = bytes.count
                try OpenSSL.call("key agreement") {
                    // Making the peer has checked that it is on the curve, whose cofactor is 1. Checking again (last
                    // argument 1) would multiply by the order of the group and halve the rate.
                    EVP_PKEY_derive_init(context) == 1
                        && EVP_PKEY_derive_set_peer_ex(context, peer.pointer, 0) == 1
                        && EVP_PKEY_derive(context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), &count) == 1
                        && count == 32
                }
            }
        }
    }
#endif
