internal import PushCrypto
package import Storage

/// The secret of an API key: its kind's prefix and 43 random characters.
package struct KeySecret: Sendable {
    /// The whole secret; shown once, never stored.
    package let text: String

    /// Makes a new one with 256 random bits.
    package init(_ kind: APIKey.Kind) throws { text = kind.rawValue + Base64URL.encode(try RandomBytes.make(32)) }

    /// Takes what a caller sent; nil if it is no key of ours.
    init?(_ text: String) {
        guard text.utf8.count <= 128, APIKey.Kind.allCases.contains(where: { text.hasPrefix($0.rawValue) }) else {
            return nil
        }
        self.text = text
    }

    /// What is stored instead of it.
    package var hash: [UInt8] { SHA256.hash(text) }

    /// The last four characters, by which people tell keys apart.
    package var hint: String { String(text.suffix(4)) }
}
