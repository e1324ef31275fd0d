import Foundation
import TestSupport
import Testing

@testable import PushCrypto

@Suite struct ProviderTokenTests {
    private func token(_ header: String, _ claims: String, _ signature: String = "AAAA") -> String {
        [header, claims].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".") + "." + signature
    }

    @Test func `a token says what APNs asks for and nothing else`() throws {
        let key = try ES256.PrivateKey.generate()
        let text = try ProviderToken.issue(keyID: "ABC123DEFG", teamID: "TEAM123456", issuedAt: 1_700_000_000, key: key)
        let parts = text.split(separator: ".").map(String.init)
        #expect(
            String(decoding: try Base64URL.decode(parts[0]), as: UTF8.self) == #"{"alg":"ES256","kid":"ABC123DEFG"}"#)
        #expect(
            String(decoding: try Base64URL.decode(parts[1]), as: UTF8.self) == #"{"iss":"TEAM123456","iat":1700000000}"#
        )
        #expect(try Base64URL.decode(parts[2]).count == 64)
    }

    @Test func `a token is read back and verified`() throws {
        let key = try ES256.PrivateKey.generate()
        let text = try ProviderToken.issue(keyID: "ABC123DEFG", teamID: "TEAM123456", issuedAt: 1_700_000_000, key: key)
        let token = try ProviderToken(parsing: text)
        #expect(token.keyID == "ABC123DEFG")
        #expect(token.teamID == "TEAM123456")
        #expect(token.issuedAt == 1_700_000_000)
        #expect(token.isSigned(by: key.publicKey))
        #expect(try !token.isSigned(by: ES256.PrivateKey.generate().publicKey))
    }

    @Test func `a signature in DER, as Apple's shell recipe makes it, is accepted`() throws {
        let key = try ES256.PrivateKey.generate()
        let signed = token(#"{ "alg": "ES256", "kid": "ABC123DEFG", "typ": "JWT" }"#, #"{ "iss": "T", "iat": 5 }"#, "")
        let raw = try key.sign(Array(signed.utf8.dropLast()))
        let der = try #require(ECDSASignature.der(fromRaw: raw))
        #expect(try ProviderToken(parsing: signed + Base64URL.encode(der)).isSigned(by: key.publicKey))
    }

    @Test func `changing any character breaks the token`() throws {
        let key = try ES256.PrivateKey.generate()
        let text = try ProviderToken.issue(keyID: "ABC123DEFG", teamID: "TEAM123456", issuedAt: 1_700_000_000, key: key)
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] = damaged[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let token = try? ProviderToken(parsing: String(decoding: damaged, as: UTF8.self))
            #expect(token?.isSigned(by: key.publicKey) != true)
        }
    }

    @Test func `malformed tokens are refused with a reason`() {
        let good = #"{"alg":"ES256","kid":"K"}"#
        let claims = #"{"iss":"T","iat":1}"#
        let bad = [
            "", ".", "..", "a.b", "a.b.c.d", "!.!.!", token("[]", claims), token(good, "[]"), token("nope", claims),
            token(#"{"alg":"none","kid":"K"}"#, claims), token(#"{"alg":"HS256","kid":"K"}"#, claims),
            token(#"{"alg":"ES256"}"#, claims), token(#"{"alg":"ES256","kid":7}"#, claims),
            token(#"{"alg":"ES256","kid":""}"#, claims), token(good, #"{"iat":1}"#), token(good, #"{"iss":"T"}"#),
            token(good, #"{"iss":"T","iat":"1s"}"#), token(good, #"{"iss":"T","iat":"-1"}"#),
            token(good, #"{"iss":"T","iat":"\#(String(repeating: "9", count: 19))"}"#),
            token(good, #"{"iss":"T","iat":1e300}"#),
            token(good, claims, "!"), String(repeating: "a", count: 5000),
        ]
        for text in bad {
            let error = #expect(throws: CryptoError.self) { try ProviderToken(parsing: text) }
            #expect(error?.code == .invalidToken)
        }
    }

    @Test(arguments: [("", "TEAM"), ("KEY", ""), (#"K","x":"y"#, "TEAM"), ("KEY", "T E"), ("KÉY", "TEAM")])
    func `ids that would break out of the token are refused`(keyID: String, teamID: String) throws {
        let key = try ES256.PrivateKey.generate()
        #expect(throws: CryptoError.self) {
            try ProviderToken.issue(keyID: keyID, teamID: teamID, issuedAt: 1, key: key)
        }
    }
}
