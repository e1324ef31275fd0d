import PushCrypto
import Testing

/// The examples of the module's page.
@Suite struct ExampleTests {
    @Test func `a message is sealed for a device and opened there`() throws {
        // On the device: a key pair and a secret. The public part goes to the server.
        let keys = try PayloadKeys.generate()
        let known = try PublicKeys(publicKey: keys.publicKey, authSecret: keys.authSecret)

        // On the server: padded to a multiple of 256 bytes, so that the length tells little.
        let sealed = try MessageSealing.seal(Array("Dinner at eight".utf8), to: known, padTo: 256)

        // On the device again; a damaged body, or one for another key, throws.
        let text = String(decoding: try MessageSealing.open(sealed, with: keys), as: UTF8.self)

        #expect(text == "Dinner at eight")
        let other = try PayloadKeys.generate()
        #expect(throws: CryptoError.self) { try MessageSealing.open(sealed, with: other) }
    }

    @Test func `a provider token is issued and verified`() throws {
        let key = try ES256.PrivateKey.generate()
        let token = try ProviderToken.issue(
            keyID: "ABC123DEFG", teamID: "TEAM123456", issuedAt: 1_767_225_600, key: key)
        let isOurs = try ProviderToken(parsing: token).isSigned(by: key.publicKey)

        #expect(isOurs)
    }
}
