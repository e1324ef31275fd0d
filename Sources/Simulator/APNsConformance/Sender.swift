package import PushCrypto

/// A signing key with what belongs to it; makes provider tokens that are right and tokens that are not.
package struct Sender: Sendable {
    /// The key's id.
    package let keyID: String
    /// The team's id.
    package let teamID: String
    /// The app that is pushed to.
    package let bundleID: String
    private let key: ES256.PrivateKey

    /// Takes a key.
    package init(keyID: String, teamID: String, bundleID: String, key: ES256.PrivateKey) {
        self.keyID = keyID
        self.teamID = teamID
        self.bundleID = bundleID
        self.key = key
    }

    /// Makes a key that nobody knows yet.
    static func madeUp(keyID: String = text(10), teamID: String = text(10), bundleID: String) throws -> Sender {
        Sender(keyID: keyID, teamID: teamID, bundleID: bundleID, key: try ES256.PrivateKey.generate())
    }

    /// Random capital letters and digits, as Apple's ids have them.
    static func text(_ count: Int) -> String {
        String((0..<count).compactMap { _ in "ABCDEFGHJKLMNPQRSTUVWXYZ23456789".randomElement() })
    }

    /// The key's public half.
    var publicKeyPEM: String { key.publicKey.pem }

    /// A token in order.
    func authorization(issuedAt: Int64) throws -> String {
        try authorization(claims: #"{"iss":"\#(teamID)","iat":\#(issuedAt)}"#)
    }

    /// A token with another head, other claims, another signing key, or the signature in DER.
    func authorization(
        head: String? = nil, claims: String, signedBy other: Sender? = nil, isDER: Bool = false
    ) throws -> String {
        let head = head ?? #"{"alg":"ES256","kid":"\#(keyID)"}"#
        let signed = "\(Base64URL.encode(Array(head.utf8))).\(Base64URL.encode(Array(claims.utf8)))"
        let signature = try (other ?? self).key.sign(Array(signed.utf8))
        let written = isDER ? ECDSASignature.der(fromRaw: signature) ?? [] : signature
        return "bearer \(signed).\(Base64URL.encode(written))"
    }
}
