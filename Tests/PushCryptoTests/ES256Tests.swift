import Foundation
import TestSupport
import Testing

@testable import PushCrypto

@Suite struct ES256Tests {
    private let message = Array("a message".utf8)

    private static let exampleSigned =
        "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    private static let exampleSignature =
        "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"

    @Test func `the signature of RFC 7515 is valid, and invalid for another text`() throws {
        let key = try ES256.PublicKey(
            point: [4] + Base64URL.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
                + Base64URL.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
        let signature = try Base64URL.decode(Self.exampleSignature)
        #expect(key.isValid(signature, for: Array(Self.exampleSigned.utf8)))
        #expect(!key.isValid(signature, for: Array(Self.exampleSigned.utf8.dropLast())))
    }

    @Test func `a signature is r and s of 32 bytes each and verifies in both forms`() throws {
        let key = try ES256.PrivateKey.generate()
        for _ in 0..<50 {
            let signature = try key.sign(message)
            #expect(signature.count == 64)
            #expect(key.publicKey.isValid(signature, for: message))
            let der = try #require(ECDSASignature.der(fromRaw: signature))
            #expect(key.publicKey.isValid(der, for: message))
            #expect(ECDSASignature.raw(fromDER: der) == signature)
        }
    }

    @Test func `another key, another message and a damaged signature are invalid`() throws {
        let key = try ES256.PrivateKey.generate()
        let signature = try key.sign(message)
        #expect(try !ES256.PrivateKey.generate().publicKey.isValid(signature, for: message))
        #expect(!key.publicKey.isValid(signature, for: message + [0]))
        for index in signature.indices {
            var damaged = signature
            damaged[index] ^= 0x10
            #expect(!key.publicKey.isValid(damaged, for: message))
        }
        for bad in [[], [0], .init(repeating: 0, count: 64), .init(repeating: 0xFF, count: 64), signature + [0]]
            as [[UInt8]]
        {
            #expect(!key.publicKey.isValid(bad, for: message))
        }
    }

    @Test func `DER that is not in its one form is refused`() throws {
        let raw = [UInt8](repeating: 0, count: 31) + [0x7F] + [UInt8](repeating: 0, count: 31) + [0x80]
        let der = try #require(ECDSASignature.der(fromRaw: raw))
        #expect(der == [0x30, 7, 2, 1, 0x7F, 2, 2, 0, 0x80])
        let bad: [[UInt8]] = [
            [], [0x30], Array(der.dropLast()), der + [0], [0x31] + der[1...],
            [0x30, 8, 2, 2, 0, 0x7F, 2, 2, 0, 0x80],  // a zero too many
            [0x30, 6, 2, 1, 0x7F, 2, 1, 0x80],  // negative
            [0x30, 0x81, 7, 2, 1, 0x7F, 2, 2, 0, 0x80],  // a length in the long form
            [0x30, 7, 2, 1, 0x7F, 2, 9, 0, 0x80],  // an integer that leaves the sequence
            [0x30, 7, 2, 0, 2, 3, 0, 0x80, 1],  // an empty integer
        ]
        for bytes in bad { #expect(ECDSASignature.raw(fromDER: bytes) == nil) }
    }

    @Test func `random bytes are never taken for a signature, and never crash`() throws {
        let key = try ES256.PrivateKey.generate()
        var generator = SeededGenerator(seed: 7)
        let der = try #require(ECDSASignature.der(fromRaw: key.sign(message)))
        for _ in 0..<2000 {
            var damaged = der
            for _ in 0..<3 {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if damaged != der { #expect(!key.publicKey.isValid(damaged, for: message)) }
        }
    }

    // MARK: Key files

    /// Made with `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`.
    private static let privatePEM = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvaWTOnxCI7UXochd
        xux8jMzuQbv98XVkKW6JW98hjIehRANCAAQ/4iYRFKNI7XFcPRMfulkyCd40TOAa
        B3cNL5Xndw+uZMaN8xiIz04frSskGs0Czq0GCoZ0KONYhtPiPukCRDUc
        -----END PRIVATE KEY-----
        """
    private static let publicPEM = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEP+ImERSjSO1xXD0TH7pZMgneNEzg
        Ggd3DS+V53cPrmTGjfMYiM9OH60rJBrNAs6tBgqGdCjjWIbT4j7pAkQ1HA==
        -----END PUBLIC KEY-----
        """

    @Test func `a key file of OpenSSL is read, and its public key is the right one`() throws {
        let key = try ES256.PrivateKey(pem: Self.privatePEM)
        let publicKey = try ES256.PublicKey(pem: Self.publicPEM)
        #expect(key.publicKey == publicKey)
        #expect(publicKey.pem == Self.publicPEM + "\n")
        #expect(publicKey.isValid(try key.sign(message), for: message))
    }

    @Test func `carriage returns, text around and one long line are forgiven`() throws {
        let lines = Self.privatePEM.split(separator: "\n").map(String.init)
        let oneLine = [lines[0], lines[1..<lines.count - 1].joined(), lines[lines.count - 1]].joined(separator: "\n")
        for text in [
            Self.privatePEM.replacingOccurrences(of: "\n", with: "\r\n"),
            "Key from the portal\n\n" + Self.privatePEM + "\n\n",
            oneLine,
        ] {
            #expect(try ES256.PrivateKey(pem: text).publicKey == ES256.PublicKey(pem: Self.publicPEM))
        }
    }

    @Test func `keys survive writing and reading`() throws {
        let key = try ES256.PrivateKey.generate()
        let again = try ES256.PrivateKey(pem: key.pem())
        #expect(again.publicKey == key.publicKey)
        #expect(try ES256.PublicKey(pem: key.publicKey.pem) == key.publicKey)
        #expect(try ES256.PublicKey(point: key.publicKey.point) == key.publicKey)
    }

    @Test(arguments: [
        "", "hello", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\n!!!!\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
        "-----END PRIVATE KEY-----\nAAAA\n-----BEGIN PRIVATE KEY-----",
        "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----",
    ])
    func `a text that holds no key is refused, without a question on the terminal`(text: String) {
        let error = #expect(throws: CryptoError.self) { try ES256.PrivateKey(pem: text) }
        #expect(error?.code == .invalidPEM || error?.code == .invalidKey)
        #expect(throws: CryptoError.self) { try ES256.PublicKey(pem: text) }
    }

    @Test func `keys of another kind are refused`() {
        for pem in [Self.p384PEM, Self.rsaPEM] {
            let error = #expect(throws: CryptoError.self) { try ES256.PrivateKey(pem: pem) }
            #expect(error?.code == .invalidKey)
        }
    }

    private static let p384PEM = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDApHFAANfKL5ceKz6d/
        hzIETHVHucF9pmGTujGYXPeVovblbKq438Zx3CjTwzaD502hZANiAATEMFgZXDjj
        6Qq8r7gOU5p62qX2qqy8lnka7bzxp9iuXg1Qk2mMc+wDh5mXyVzB4qU7z0Nz/z+0
        zRKPZVDx39lgk++1nWyqbxJfDeUyEUcej84shXD3d64WwuDMncHOhC0=
        -----END PRIVATE KEY-----
        """
    private static let rsaPEM = """
        -----BEGIN PRIVATE KEY-----
        MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAKqrMaZvftkzUR3j
        YwhlsfD+SZug3rekj10hq9SK9pu5+ad4OiUSynkrEVXgr1eeBJ3ArYcmFB8ky68j
        DaOF3qIcxgICqOSau4qjKAw+adE8OFTn6mVXml/TAigRvbMGt08or5TJA4np78Cz
        VCRHq5Z3LbUw6IwdNUCTNdVEKcVfAgMBAAECgYA10/S+5598ZcEJyjPr7BcpSSpy
        GVTlWtOUrhAB4ypQh2GEPlkoZDrT6I95JHppCf+uuZyBabMi93n+bPHaR1imCMM3
        um4WcDg+rOuXtXlefvh6TA0PxJ40ZRVdSut+nGcjwyoX6SyonNz1/KRkr9i3gnbN
        hunxfrRnt3w/wU9xkQJBANaggglJLFWTgUmfX/zdV32wirXIPpRF8uOKtmAndhfb
        dcReYQlP5LlbzMsiqoekbq4ZCYmAmDSk03FGk9un7I0CQQDLkWrmJ44VKwXLDWiY
        beJ+Q7Sjo23oMCyXXKmyEpDBtK96F4xvahrtrc1k7mf8peQMk17FT2zackaXa4l4
        XrybAkEAsaqe2mb7Tz/St4o54E2t/jrlKEPCIeWhgeCyxfgElw0xeMOT2iyLrzEh
        30osFir1ACNztKKB3JpQ+iUtgpiIhQJBAMloxUWWWUOkX4T5bUVzYybeQjmtly6l
        i1ju+48OQ18EMKIx7mbFqoMC9TcpkoUsdSfkH15FKUQw0Js8cLVBtoUCQCXK+1UL
        h+h0/qIodS+CWGJ8yHyDPo52P39JpW12bCfBWw7n/tawId4aGx7ljx2jeNuNvM1g
        PvDRCaYhaP2+CXg=
        -----END PRIVATE KEY-----
        """
}
