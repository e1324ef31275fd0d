/// The keys of one device, with which it opens what is sealed for it.
///
/// Made once per install: a P-256 key pair and a 16-byte secret that only invited senders know.
public struct PayloadKeys: Sendable {
    /// The private scalar: 32 bytes, big endian.
    public let privateKey: SecretBytes
    /// What senders need.
    public let recipient: PublicKeys

    let agreement: AgreementKey

    /// The public point: 65 bytes, uncompressed.
    public var publicKey: [UInt8] { recipient.publicKey }
    /// The authentication secret: 16 bytes.
    public var authSecret: [UInt8] { recipient.authSecret }

    /// Makes new keys.
    public static func generate() throws(CryptoError) -> PayloadKeys {
        try PayloadKeys(
            agreement: AgreementKey.generate(), authSecret: RandomBytes.make(PublicKeys.authSecretByteCount))
    }

    /// Takes keys that were made before.
    ///
    /// - Parameters:
    ///   - privateKey: The private scalar: 32 bytes, big endian, between 1 and the order of the group.
    ///   - authSecret: The authentication secret: 16 bytes.
    /// - Throws: `invalid_key` for anything else.
    public init(privateKey: [UInt8], authSecret: [UInt8]) throws(CryptoError) {
        guard privateKey.count == 32 else {
            throw CryptoError(.invalidKey, "A P-256 private key has 32 bytes, not \(privateKey.count).")
        }
        try self.init(agreement: AgreementKey(privateKey: SecretBytes(copying: privateKey)), authSecret: authSecret)
    }

    private init(agreement: AgreementKey, authSecret: [UInt8]) throws(CryptoError) {
        self.agreement = agreement
        privateKey = try agreement.privateKey()
        recipient = try PublicKeys(publicKey: agreement.publicKey, authSecret: authSecret)
    }

    /// The keys in 48 bytes for a safe place: private key, then authentication secret.
    public func serialized() -> [UInt8] { privateKey.copied() + authSecret }

    /// Takes what ``serialized()`` gave.
    public init(serialized bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == 48 else {
            throw CryptoError(.invalidKey, "Stored payload keys have 48 bytes, not \(bytes.count).")
        }
        try self.init(privateKey: Array(bytes[..<32]), authSecret: Array(bytes[32...]))
    }
}

/// What a sender has to know of a device to seal for it; the same as a web-push subscription's keys.
public struct PublicKeys: Sendable, Hashable {
    /// How many bytes an uncompressed point has.
    public static let publicKeyByteCount = 65
    /// How many bytes the authentication secret has.
    public static let authSecretByteCount = 16

    /// The public point: 65 bytes, uncompressed (`p256dh`).
    public let publicKey: [UInt8]
    /// The authentication secret: 16 bytes (`auth`).
    public let authSecret: [UInt8]

    /// Takes keys that a device sent.
    ///
    /// - Throws: `invalid_key` for wrong lengths and for a point that is not on the curve.
    public init(publicKey: [UInt8], authSecret: [UInt8]) throws(CryptoError) {
        guard publicKey.count == Self.publicKeyByteCount, publicKey.first == 4 else {
            throw CryptoError(.invalidKey, "The public key has to be an uncompressed P-256 point of 65 bytes.")
        }
        guard authSecret.count == Self.authSecretByteCount else {
            throw CryptoError(.invalidKey, "The authentication secret has to have 16 bytes, not \(authSecret.count).")
        }
        guard AgreementKey.isPoint(publicKey) else {
            throw CryptoError(.invalidKey, "The public key is not a point of the curve P-256.")
        }
        self.publicKey = publicKey
        self.authSecret = authSecret
    }

    /// Takes keys in base64url, as they stand in requests.
    public init(publicKey: String, authSecret: String) throws(CryptoError) {
        try self.init(publicKey: Base64URL.decode(publicKey), authSecret: Base64URL.decode(authSecret))
    }

    /// Takes keys that this program has checked before and kept since, without checking the point again.
    public init(trustedPublicKey publicKey: [UInt8], authSecret: [UInt8]) throws(CryptoError) {
        guard publicKey.count == Self.publicKeyByteCount, authSecret.count == Self.authSecretByteCount else {
            throw CryptoError(.invalidKey, "Stored public keys have 65 and 16 bytes.")
        }
        self.publicKey = publicKey
        self.authSecret = authSecret
    }
}
