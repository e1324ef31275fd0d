import Foundation
import PushCrypto

/// A provider token (a JSON Web Token with ES256) taken apart, its signature not yet checked.
package struct ProviderToken: Sendable, Hashable {
    /// `kid` of the header.
    package var keyID: String
    /// `iss` of the claims.
    package var teamID: String
    /// `iat` of the claims, seconds since 1970.
    package var issuedAt: Int64
    /// The bytes that are signed: header and claims with the dot between them.
    package var signedPart: [UInt8]
    /// The signature: 64 bytes r‖s as JOSE wants it, or DER as Apple's shell recipe makes it.
    package var signature: [UInt8]

    /// Takes the value of an `authorization` header apart; nil when it is malformed.
    ///
    /// Wanted: `bearer` and a token of three parts, `alg` ES256, `kid` and `iss` of ten letters or digits, `iat` a number.
    package init?(authorization: String) {
        let words = authorization.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        let parts = words[1].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, words[1].utf8.count <= 4096,
            let header: Header = Self.decode(parts[0]), header.alg == "ES256", Self.isID(header.kid),
            let claims: Claims = Self.decode(parts[1]), Self.isID(claims.iss),
            let issuedAt = Int64(exactly: claims.iat),
            let signature = Self.base64URL(String(parts[2])), !signature.isEmpty
        else { return nil }
        keyID = header.kid
        teamID = claims.iss
        self.issuedAt = issuedAt
        signedPart = Array(parts[0].utf8) + [UInt8(ascii: ".")] + Array(parts[1].utf8)
        self.signature = signature
    }

    private struct Header: Decodable {
        var alg: String
        var kid: String
    }

    private struct Claims: Decodable {
        var iss: String
        var iat: Double
    }

    private static func decode<Part: Decodable>(_ part: Substring) -> Part? {
        guard let bytes = Self.base64URL(String(part)) else { return nil }
        return try? JSONDecoder().decode(Part.self, from: Data(bytes))
    }

    private static func base64URL(_ text: String) -> [UInt8]? { nil }

    static func isID(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            }
    }
}
