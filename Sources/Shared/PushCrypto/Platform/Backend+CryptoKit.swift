#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    /// The primitives that the rest of this module is built on, by CryptoKit.
    enum Backend {
        static func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
            Array(CryptoKit.SHA256.hash(data: Data(bytes)))
        }

        static func hmacSHA256(_ message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer) -> [UInt8] {
            let code = HMAC<CryptoKit.SHA256>.authenticationCode(
                for: Data(message), using: SymmetricKey(data: Data(key)))
            return Array(code)
        }

        static func fillRandom(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws(CryptoError) {
            var generator = SystemRandomNumberGenerator()
            for index in buffer.indices { buffer[index] = generator.next() }
        }

        static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
            guard let start = buffer.baseAddress else { return }
            memset_s(start, buffer.count, 0, buffer.count)
        }

        static func wipe(_ bytes: inout [UInt8]) {
            bytes.withUnsafeMutableBytes { wipe($0) }
        }

        /// The ciphertext and, behind it, the tag of 16 bytes.
        ///
        /// The tag vouches for the context, too, which opening has to name again.
        static func sealAESGCM(
            _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], context: [UInt8] = []
        ) throws(CryptoError) -> [UInt8] {
            do {
                let box = try AES.GCM.seal(
                    plaintext, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: nonce),
                    authenticating: context)
                return Array(box.ciphertext) + Array(box.tag)
            } catch {
                throw CryptoError(.libraryFailure, "CryptoKit failed in AES-GCM.")
            }
        }

        /// The plaintext, or nil if ciphertext or tag is not what was sealed with this key and nonce.
        static func openAESGCM(
            _ ciphertext: [UInt8], key: [UInt8], nonce: [UInt8], context: [UInt8] = []
        ) -> [UInt8]? {
            guard
                ciphertext.count >= 16,
                let box = try? AES.GCM.SealedBox(
                    nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertext.dropLast(16), tag: ciphertext.suffix(16)),
                let plaintext = try? AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: context)
            else { return nil }
            return Array(plaintext)
        }
    }

    /// A P-256 key pair for Diffie-Hellman.
    struct AgreementKey: Sendable {
        private let key: P256.KeyAgreement.PrivateKey
        /// The public point: 65 bytes, uncompressed.
        let publicKey: [UInt8]

        private init(_ key: P256.KeyAgreement.PrivateKey) {
            self.key = key
            publicKey = Array(key.publicKey.x963Representation)
        }

        static func generate() throws(CryptoError) -> AgreementKey { AgreementKey(P256.KeyAgreement.PrivateKey()) }

        /// Takes a private scalar of 32 bytes and works out the point.
        init(privateKey: SecretBytes) throws(CryptoError) {
            let key = privateKey.withUnsafeBytes { try? P256.KeyAgreement.PrivateKey(rawRepresentation: Data($0)) }
            guard let key else {
                throw CryptoError(.invalidKey, "The private key is not a number of the group P-256.")
            }
            self.init(key)
        }

        func privateKey() throws(CryptoError) -> SecretBytes { SecretBytes(copying: key.rawRepresentation) }

        static func isPoint(_ point: [UInt8]) -> Bool {
            (try? P256.KeyAgreement.PublicKey(x963Representation: point)) != nil
        }

        /// The x coordinate of the common point: 32 bytes.
        func sharedSecret(with peer: [UInt8]) throws(CryptoError) -> SecretBytes {
            guard
                let peer = try? P256.KeyAgreement.PublicKey(x963Representation: peer),
                let secret = try? key.sharedSecretFromKeyAgreement(with: peer)
            else { throw CryptoError(.invalidKey, "The public key is not a point of the curve P-256.") }
            return secret.withUnsafeBytes { SecretBytes(copying: $0) }
        }
    }

    /// A P-256 key that signs with ECDSA over SHA-256.
    struct SigningBackend: Sendable {
        private let key: P256.Signing.PrivateKey

        static func generate() throws(CryptoError) -> SigningBackend { SigningBackend(key: P256.Signing.PrivateKey()) }

        private init(key: P256.Signing.PrivateKey) { self.key = key }

        init?(pkcs8 der: UnsafeRawBufferPointer) {
            guard let key = try? P256.Signing.PrivateKey(derRepresentation: Data(der)) else { return nil }
            self.key = key
        }

        /// The key as PKCS#8 in DER.
        func pkcs8() throws(CryptoError) -> SecretBytes { SecretBytes(copying: key.derRepresentation) }

        func publicPoint() throws(CryptoError) -> [UInt8] { Array(key.publicKey.x963Representation) }

        /// A signature in DER.
        func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
            do { return Array(try key.signature(for: message).derRepresentation) } catch {
                throw CryptoError(.libraryFailure, "CryptoKit failed in signing.")
            }
        }
    }

    /// The public half.
    struct VerifyingBackend: Sendable {
        private let key: P256.Signing.PublicKey

        init?(spki der: [UInt8]) {
            guard let key = try? P256.Signing.PublicKey(derRepresentation: der) else { return nil }
            self.key = key
        }

        init?(point: [UInt8]) {
            guard let key = try? P256.Signing.PublicKey(x963Representation: point) else { return nil }
            self.key = key
        }

        func point() throws(CryptoError) -> [UInt8] { Array(key.x963Representation) }

        func isValid(derSignature signature: [UInt8], for message: [UInt8]) -> Bool {
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: message)
        }
    }
#endif
