import Foundation
import PushCrypto
import Testing
import TestSupport

@Suite struct Base64URLTests {
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func `it is the base64 of RFC 4648 without padding`(text: String, encoded: String) throws {
        #expect(Base64URL.encode(Array(text.utf8)) == encoded)
        #expect(try Base64URL.decode(encoded) == Array(text.utf8))
        #expect(Base64URL.encodedCount(of: text.utf8.count) == encoded.utf8.count)
    }

    @Test func `it uses the alphabet for URLs`() throws {
        #expect(Base64URL.encode([0xFB, 0xFF, 0xBF]) == "-_-_")
        #expect(try Base64URL.decode("-_-_") == [0xFB, 0xFF, 0xBF])
    }

    @Test func `it agrees with Foundation`() throws {
        var generator = SeededGenerator(seed: 1)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let padded = Data(bytes).base64EncodedString()
                .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            #expect(Base64URL.encode(bytes) == padded.replacingOccurrences(of: "=", with: ""))
            #expect(try Base64URL.decode(padded) == bytes)
        }
    }

    @Test(arguments: [
        "A", "AAAAA", "Zm9+", "Zm9/", "Zm 9", "Zg=", "Zg===", "====", "=", "Zh", "Zm9", "Z\u{E9}A", "AA=A",
    ])
    func `it refuses what is no canonical base64url`(text: String) {
        #expect(throws: CryptoError.self) { try Base64URL.decode(text) }
    }
}
