import PushCrypto
import TestSupport
import Testing

@Suite struct PrimitivesTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA-256 gives the digests of FIPS 180`(text: String, digest: String) {
        #expect(SHA256.hash(text) == hex(digest))
    }

    struct CodeCase: Sendable {
        let key: [UInt8]
        let message: [UInt8]
        let code: String
    }

    static let codes = [
        CodeCase(
            key: .init(repeating: 0x0B, count: 20), message: Array("Hi There".utf8),
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        CodeCase(
            key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        CodeCase(
            key: .init(repeating: 0xAA, count: 20), message: .init(repeating: 0xDD, count: 50),
            code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        CodeCase(
            key: bytes(from: 1, count: 25), message: .init(repeating: 0xCD, count: 50),
            code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        CodeCase(
            key: .init(repeating: 0xAA, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        CodeCase(
            key: .init(repeating: 0xAA, count: 131),
            message: Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
            code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ]

    @Test(arguments: codes)
    func `HMAC gives the codes of RFC 4231`(example: CodeCase) {
        let code = HMACSHA256.code(for: example.message, key: example.key)
        #expect(code == hex(example.code))
        #expect(HMACSHA256.isValid(code, for: example.message, key: example.key))
        #expect(!HMACSHA256.isValid(code, for: example.message + [0], key: example.key))
        #expect(!HMACSHA256.isValid(Array(code.dropLast()), for: example.message, key: example.key))
    }

    @Test func `HMAC takes an empty key and an empty message`() {
        let code = hex("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
        #expect(HMACSHA256.code(for: [], key: []) == code)
    }

    struct DerivationCase: Sendable {
        let key: [UInt8]
        let salt: [UInt8]
        let info: [UInt8]
        let concentrated: String
        let output: String
    }

    static let derivations = [
        DerivationCase(
            key: .init(repeating: 0x0B, count: 22), salt: bytes(from: 0, count: 13), info: bytes(from: 0xF0, count: 10),
            concentrated: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
            output: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
        DerivationCase(
            key: bytes(from: 0, count: 80), salt: bytes(from: 0x60, count: 80), info: bytes(from: 0xB0, count: 80),
            concentrated: "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
            output: """
                b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09
                da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
                """),
        DerivationCase(
            key: .init(repeating: 0x0B, count: 22), salt: [], info: [],
            concentrated: "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
            output: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
    ]

    @Test(arguments: derivations)
    func `HKDF gives the keys of RFC 5869`(example: DerivationCase) throws {
        let concentrated = HKDF.extract(salt: example.salt, from: example.key)
        #expect(concentrated == hex(example.concentrated))
        let output = hex(example.output)
        #expect(try HKDF.expand(concentrated, info: example.info, count: output.count) == output)
        #expect(
            try HKDF.derive(from: example.key, salt: example.salt, info: example.info, count: output.count) == output)
    }

    @Test func `HKDF refuses to give nothing or more than it can`() throws {
        #expect(try HKDF.expand([1], info: [], count: HKDF.outputLimit).count == 8160)
        for count in [-1, 0, HKDF.outputLimit + 1] {
            #expect(throws: CryptoError.self) { try HKDF.expand([1], info: [], count: count) }
        }
    }

    @Test func `comparing in constant time is comparing`() {
        #expect(constantTimeEqual([], []))
        #expect(constantTimeEqual([1, 2, 3], [1, 2, 3]))
        #expect(!constantTimeEqual([1, 2, 3], [1, 2, 4]))
        #expect(!constantTimeEqual([1, 2, 3], [0x81, 2, 3]))
        #expect(!constantTimeEqual([1, 2, 3], [1, 2]))
        #expect(!constantTimeEqual([], [0]))
    }

    @Test func `random bytes differ`() throws {
        let many = try (0..<100).map { _ in try RandomBytes.make(16) }
        #expect(Set(many).count == 100)
        #expect(try RandomBytes.make(0).isEmpty)
    }

    @Test func `secrets can be lent and copied`() {
        let secret = SecretBytes(copying: [1, 2, 3])
        #expect(secret.count == 3)
        #expect(secret.copied() == [1, 2, 3])
        #expect(secret.withUnsafeBytes { Array($0) } == [1, 2, 3])
        #expect(SecretBytes(copying: []).copied().isEmpty)
    }
}
