/// A key under which a server keeps its secrets: AES-256-GCM.
package struct MasterKey: Sendable {
    /// How many bytes it has.
    package static let byteCount = 32

    /// Names the key without giving it away: the first half of a digest, in hex.
    package let id: String
    private let bytes: SecretBytes

    /// Takes a key.
    ///
    /// - Throws: `invalid_key` unless it has 32 bytes.
    package init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == Self.byteCount else {
            throw CryptoError(.invalidKey, "A master key has 32 bytes, not \(bytes.count).")
        }
        let digest = HMACSHA256.code(for: Array("tidings master key".utf8), key: bytes)
        id = digest.prefix(4).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        self.bytes = SecretBytes(copying: bytes)
    }

    /// Reads a key as ``text`` writes it.
    ///
    /// - Throws: `invalid_key`; no part of the text is in it.
    package init(_ text: String) throws(CryptoError) {
        guard let bytes = try? Base64URL.decode(text) else {
            throw CryptoError(
                .invalidKey, "A master key is 32 bytes in base64url. Make one with tidings keys make-master.")
        }
        try self.init(bytes)
    }

    /// Makes a new key.
    package static func generate() throws(CryptoError) -> MasterKey { try MasterKey(RandomBytes.make(byteCount)) }

    /// The key in base64url: a secret.
    package var text: String { Base64URL.encode(bytes.copied()) }

    func seal(_ secret: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
        let nonce = try RandomBytes.make(12)
        return nonce + (try Backend.sealAESGCM(secret, key: bytes.copied(), nonce: nonce, context: context))
    }

    /// Opens nonce, ciphertext and tag; nil if they are not what was sealed in this context.
    package func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
        guard sealed.count >= 28 else { return nil }
        return Backend.openAESGCM(
            Array(sealed[12...]), key: bytes.copied(), nonce: Array(sealed[..<12]), context: context)
    }
}
