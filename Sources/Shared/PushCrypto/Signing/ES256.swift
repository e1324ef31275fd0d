/// Signatures by ECDSA on P-256 with SHA-256, as JSON Web Tokens use them.
public enum ES256 {
    private static let spkiPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    /// A key that signs.
    public struct PrivateKey: Sendable {
        private let backend: SigningBackend
        /// The key that verifies.
        public let publicKey: PublicKey

        /// Makes a new key.
        public static func generate() throws(CryptoError) -> PrivateKey {
            try PrivateKey(backend: SigningBackend.generate())
        }

        /// Reads a key file as Apple hands it out: PKCS#8 in PEM.
        ///
        /// - Throws: `invalid_pem` for another text, `invalid_key` for another kind of key.
        public init(pem: String) throws(CryptoError) {
            var der = try PEM.decode(pem, label: "PRIVATE KEY")
            defer { Backend.wipe(&der) }
            guard let backend = der.withUnsafeBytes({ SigningBackend(pkcs8: $0) }) else {
                throw CryptoError(.invalidKey, "The key is not a private key on the curve P-256. APNs takes no other.")
            }
            try self.init(backend: backend)
        }

        private init(backend: SigningBackend) throws(CryptoError) {
            self.backend = backend
            publicKey = try PublicKey(point: backend.publicPoint())
        }

        /// The key as PKCS#8 in PEM; keep it in a safe place.
        public func pem() throws(CryptoError) -> String {
            PEM.encode(try backend.pkcs8().copied(), label: "PRIVATE KEY")
        }

        /// Signs a message.
        ///
        /// - Returns: r and s, 32 bytes each.
        public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
            guard let raw = ECDSASignature.raw(fromDER: try backend.sign(message)) else {
                throw CryptoError(.libraryFailure, "The cryptographic library made a malformed signature.")
            }
            return raw
        }
    }

    /// A key that verifies.
    public struct PublicKey: Sendable, Hashable {
        private let backend: VerifyingBackend
        /// The public point: 65 bytes, uncompressed.
        public let point: [UInt8]

        /// Reads a SubjectPublicKeyInfo in PEM.
        public init(pem: String) throws(CryptoError) {
            let der = try PEM.decode(pem, label: "PUBLIC KEY")
            guard let backend = VerifyingBackend(spki: der) else {
                throw CryptoError(.invalidKey, "The key is not a public key on the curve P-256.")
            }
            self.backend = backend
            point = try backend.point()
        }

        /// Takes an uncompressed point of 65 bytes.
        public init(point: [UInt8]) throws(CryptoError) {
            guard let backend = VerifyingBackend(point: point) else {
                throw CryptoError(.invalidKey, "The key is not an uncompressed point of the curve P-256.")
            }
            self.backend = backend
            self.point = point
        }

        /// The key as SubjectPublicKeyInfo in PEM.
        public var pem: String { PEM.encode(ES256.spkiPrefix + point, label: "PUBLIC KEY") }

        /// Whether a signature belongs to a message.
        ///
        /// - Parameters:
        ///   - signature: r and s, or the same in DER, as Apple's shell recipe makes it.
        ///   - message: What was signed.
        /// - Returns: False for a malformed signature as well.
        public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            let raw =
                signature.count == ECDSASignature.rawByteCount ? signature : ECDSASignature.raw(fromDER: signature)
            guard let raw, let der = ECDSASignature.der(fromRaw: raw) else { return false }
            return backend.isValid(derSignature: der, for: message)
        }

        /// Whether both are the same point.
        public static func == (one: PublicKey, other: PublicKey) -> Bool { one.point == other.point }

        /// Hashes the point.
        public func hash(into hasher: inout Hasher) { hasher.combine(point) }
    }
}
