package import PushCrypto

/// The value of an `authorization` header taken apart: `bearer` and a provider token with ids of Apple's length.
package struct Authorization: Sendable {
    /// The token; its signature is not yet checked.
    package let token: ProviderToken
    /// Whether the signature has the size of r‖s or begins like DER, for keys that nobody registered.
    package let hasSignatureShape: Bool

    /// Takes the header apart; nil when it is malformed.
    package init?(_ header: String) {
        let words = header.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, words[0].lowercased() == "bearer",
            let token = try? ProviderToken(parsing: String(words[1])), Self.isID(token.keyID), Self.isID(token.teamID)
        else { return nil }
        self.token = token
        let signature = words[1].split(separator: ".").last.flatMap { try? Base64URL.decode(String($0)) } ?? []
        hasSignatureShape = signature.count == 64 || (signature.first == 0x30 && (8...72).contains(signature.count))
    }

    /// Key and team ids have ten letters or digits.
    package static func isID(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
            }
    }
}
