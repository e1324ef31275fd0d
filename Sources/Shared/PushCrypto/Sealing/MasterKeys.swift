/// The master key in force, and earlier ones that still open what was sealed with them.
package struct MasterKeys: Sendable, Equatable {
    /// What a sealed secret begins with; then follow the key's id, a full stop, and nonce, ciphertext and tag.
    private static let mark = "tidings1."

    private let keys: [MasterKey]

    /// The id of the key that seals.
    package var currentID: String { keys[0].id }

    /// Takes a key and the earlier ones.
    package init(_ current: MasterKey, earlier: [MasterKey] = []) { keys = [current] + earlier }

    /// Reads keys that are separated by commas or white space; the first seals, all open.
    ///
    /// - Throws: `invalid_key` if there is none, or one is none.
    package init(_ text: String) throws(CryptoError) {
        var keys: [MasterKey] = []
        for part in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            keys.append(try MasterKey(String(part)))
        }
        guard !keys.isEmpty else { throw CryptoError(.invalidKey, "There is no master key in it.") }
        self.keys = keys
    }

    /// Equal keys in the same order.
    package static func == (one: Self, other: Self) -> Bool { one.keys.map(\.text) == other.keys.map(\.text) }

    /// Seals a secret with the key in force.
    ///
    /// - Parameters:
    ///   - secret: What is to be kept.
    ///   - context: Whose secret it is; it opens for nobody else.
    /// - Returns: A text that names the key.
    /// - Throws: `library_failure` if the cryptographic library fails.
    package func seal(_ secret: [UInt8], for context: String) throws(CryptoError) -> String {
        "\(Self.mark)\(currentID)." + Base64URL.encode(try keys[0].seal(secret, context: Array(context.utf8)))
    }

    /// Opens a secret that one of the keys sealed.
    ///
    /// - Throws: `cannot_open` if none of them did, it was another's, or it is damaged.
    package func open(_ sealed: String, for context: String) throws(CryptoError) -> [UInt8] {
        guard let id = Self.keyID(of: sealed), let key = keys.first(where: { $0.id == id }),
            let bytes = try? Base64URL.decode(String(sealed.dropFirst(Self.mark.count + id.count + 1))),
            let secret = key.open(bytes, context: Array(context.utf8))
        else {
            throw CryptoError(
                .cannotOpen, "The secret cannot be opened: it is damaged, another's, or under another key.")
        }
        return secret
    }

    /// Whether one of the keys has this id.
    package func contains(_ id: String) -> Bool { keys.contains { $0.id == id } }

    /// The id of the key that sealed a secret; nil for a text that is not sealed.
    package static func keyID(of text: String) -> String? {
        guard text.hasPrefix(mark) else { return nil }
        let id = text.dropFirst(mark.count).prefix { $0 != "." }
        return id.isEmpty ? nil : String(id)
    }
}
