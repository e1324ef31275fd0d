/// Encryption of a push for one device, RFC 8291: any web-push library speaks it.
///
/// A sealed body is an `aes128gcm` header that names the sender's one-time public key, then the encrypted records.
public enum MessageSealing {
    /// How many bytes a body has beside the text: header, delimiter and tag of one record.
    public static let overheadByteCount = 86 + 1 + 16
    /// How long the padded text's steps are, so that lengths say little.
    public static let paddingStep = 256

    /// Seals a text for a device.
    ///
    /// - Parameters:
    ///   - plaintext: What only the device may read.
    ///   - recipient: The device's keys.
    ///   - step: The text and its delimiter are padded to a multiple of so many bytes; 0 adds nothing.
    ///   - bodyByteLimit: Padding never makes the body longer than this; the text may.
    /// - Returns: The body, without base64url.
    /// - Throws: `library_failure` if the cryptographic library fails.
    public static func seal(
        _ plaintext: [UInt8], to recipient: PublicKeys, padTo step: Int = paddingStep, bodyByteLimit: Int = .max
    ) throws(CryptoError) -> [UInt8] {
        try seal(
            plaintext, to: recipient, padding: padding(plaintext.count, step, bodyByteLimit),
            sender: AgreementKey.generate(), salt: RandomBytes.make(ContentCoding.saltByteCount))
    }

    /// Makes a one-time key pair and the secret that it shares with a device, and forgets both: the least that sealing takes.
    ///
    /// For measurements.
    package static func agree(with recipient: PublicKeys) throws(CryptoError) {
        _ = try AgreementKey.generate().sharedSecret(with: recipient.publicKey)
    }

    /// Whether a body begins like one in this coding: with a header that names the sender's one-time public key.
    ///
    /// The older coding `aesgcm` has no header, so its bodies do not.
    public static func isSealed(_ body: [UInt8]) -> Bool { (try? header(of: body)) != nil }

    /// Opens a body that was sealed for these keys.
    ///
    /// - Throws: `cannot_open`, whatever is wrong with it.
    public static func open(_ body: [UInt8], with keys: PayloadKeys) throws(CryptoError) -> [UInt8] {
        let header = try header(of: body)
        do {
            var material = try keyMaterial(
                keys.agreement, with: header.keyID, authSecret: keys.authSecret, recipient: keys.publicKey,
                sender: header.keyID)
            defer { Backend.wipe(&material) }
            return try ContentCoding.open(body, header: header, keyMaterial: material)
        } catch {
            throw .cannotOpen
        }
    }

    private static func header(of body: [UInt8]) throws(CryptoError) -> ContentCoding.Header {
        let header = try ContentCoding.Header(parsing: body)
        guard header.keyID.count == PublicKeys.publicKeyByteCount, header.keyID.first == 4 else { throw .cannotOpen }
        return header
    }

    static func padding(_ count: Int, _ step: Int, _ bodyByteLimit: Int) -> Int {
        guard step > 1 else { return 0 }
        let wanted = (step - (count + 1) % step) % step
        return max(0, min(wanted, bodyByteLimit - overheadByteCount - count))
    }

    /// Seals with a given sender key and salt, which must never be used twice.
    static func seal(
        _ plaintext: [UInt8], to recipient: PublicKeys, padding: Int, sender: AgreementKey, salt: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        var material = try keyMaterial(
            sender, with: recipient.publicKey, authSecret: recipient.authSecret, recipient: recipient.publicKey,
            sender: sender.publicKey)
        defer { Backend.wipe(&material) }
        // RFC 8291 wants a single record that is shorter than the size; the usual size is kept where it is enough.
        let recordSize = max(4096, plaintext.count + padding + 1 + ContentCoding.tagByteCount + 1)
        let header = ContentCoding.Header(salt: salt, recordSize: recordSize, keyID: sender.publicKey)
        return try ContentCoding.seal(plaintext, padding: padding, keyMaterial: material, header: header)
    }

    /// The secret that both sides get out of their private and the other's public key.
    private static func keyMaterial(
        _ own: AgreementKey, with peer: [UInt8], authSecret: [UInt8], recipient: [UInt8], sender: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let shared = try own.sharedSecret(with: peer)
        var concentrated = shared.withUnsafeBytes { secret in
            authSecret.withUnsafeBytes { Backend.hmacSHA256(secret, key: $0) }
        }
        defer { Backend.wipe(&concentrated) }
        return try HKDF.expand(concentrated, info: info + recipient + sender, count: 32)
    }

    private static let info = Array("WebPush: info\0".utf8)
}
