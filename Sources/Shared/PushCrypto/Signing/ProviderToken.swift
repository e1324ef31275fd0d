import Foundation

/// The token with which a provider authenticates to APNs: a JSON Web Token signed with ES256.
public struct ProviderToken: Sendable, Hashable {
    /// The id of the key that signed it: 10 characters.
    public let keyID: String
    /// The team that the key belongs to: 10 characters.
    public let teamID: String
    /// When it was issued, in seconds since 1970.
    public let issuedAt: Int

    private let signedPart: [UInt8]
    private let signature: [UInt8]

    /// Issues a token.
    ///
    /// - Parameters:
    ///   - keyID: The id of the key; letters and digits.
    ///   - teamID: The id of the team; letters and digits.
    ///   - issuedAt: The time in seconds since 1970.
    ///   - key: The key that signs.
    /// - Returns: What stands after `bearer ` in the header.
    /// - Throws: `invalid_token` for an id that is not letters and digits.
    public static func issue(
        keyID: String, teamID: String, issuedAt: Int, key: ES256.PrivateKey
    ) throws(CryptoError) -> String {
        for (name, value) in [("key id", keyID), ("team id", teamID)] {
            guard !value.isEmpty, value.utf8.allSatisfy(isAlphanumeric) else {
                throw CryptoError(.invalidToken, "The \(name) has to be letters and digits, as Apple shows it.")
            }
        }
        let header = Base64URL.encode(Array(#"{"alg":"ES256","kid":"\#(keyID)"}"#.utf8))
        let claims = Base64URL.encode(Array(#"{"iss":"\#(teamID)","iat":\#(issuedAt)}"#.utf8))
        let signature = try key.sign(Array("\(header).\(claims)".utf8))
        return "\(header).\(claims).\(Base64URL.encode(signature))"
    }

    /// Takes a token apart without checking its signature.
    ///
    /// - Throws: `invalid_token` unless it is a JWT with algorithm ES256, a key id, an issuer and a time of issue.
    public init(parsing text: String) throws(CryptoError) {
        guard text.utf8.count <= 4096 else { throw Self.fault("is longer than 4,096 bytes") }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { throw Self.fault("does not have three parts") }
        let header = try Self.object(parts[0])
        let claims = try Self.object(parts[1])
        guard header["alg"] as? String == "ES256" else { throw Self.fault("is not signed with ES256") }
        guard let keyID = header["kid"] as? String, !keyID.isEmpty else { throw Self.fault("has no key id \"kid\"") }
        guard let teamID = claims["iss"] as? String, !teamID.isEmpty else { throw Self.fault("has no issuer \"iss\"") }
        guard let seconds = Self.seconds(claims["iat"]) else {
            throw Self.fault("has no time of issue \"iat\" in seconds")
        }
        guard let signature = try? Base64URL.decode(parts[2]) else { throw Self.fault("has a malformed signature") }
        self.keyID = keyID
        self.teamID = teamID
        issuedAt = seconds
        signedPart = Array("\(parts[0]).\(parts[1])".utf8)
        self.signature = signature
    }

    /// Whether the key signed it; r and s or DER, as some recipes write it.
    public func isSigned(by key: ES256.PublicKey) -> Bool { key.isValid(signature, for: signedPart) }

    /// Seconds as a number, or as digits in a text: senders that write those are in use with APNs.
    private static func seconds(_ value: Any?) -> Int? {
        if let text = value as? String {
            return (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
                ? Int(text) : nil
        }
        return (value as? NSNumber).flatMap { Int(exactly: $0.doubleValue.rounded(.down)) }
    }

    private static func object(_ part: String) throws(CryptoError) -> [String: Any] {
        guard
            let bytes = try? Base64URL.decode(part),
            let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        else { throw fault("has a part that is no JSON object in base64url") }
        return object
    }

    private static func fault(_ what: String) -> CryptoError {
        CryptoError(.invalidToken, "The provider token \(what).")
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
}
