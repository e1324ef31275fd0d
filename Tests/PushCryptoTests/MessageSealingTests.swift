import TestSupport
import Testing

@testable import PushCrypto

@Suite struct MessageSealingTests {
    private static let text = Array("When I grow up, I want to be a watermelon".utf8)
    private static let body = """
        DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_\
        yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
        """

    private static func exampleKeys() throws -> PayloadKeys {
        try PayloadKeys(
            privateKey: Base64URL.decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
            authSecret: Base64URL.decode("BTBZMqHH6r4Tts7J_aSIgg"))
    }

    @Test(.rows("K32")) func `the example of RFC 8291 opens`() throws {
        let keys = try Self.exampleKeys()
        #expect(
            Base64URL.encode(keys.publicKey)
                == "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        #expect(try MessageSealing.open(Base64URL.decode(Self.body), with: keys) == Self.text)
    }

    @Test(.rows("K32")) func `the example of RFC 8291 is sealed to the same bytes`() throws {
        let sender = try AgreementKey(
            privateKey: SecretBytes(copying: Base64URL.decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
        let sealed = try MessageSealing.seal(
            Self.text, to: Self.exampleKeys().recipient, padding: 0, sender: sender,
            salt: Base64URL.decode("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(Base64URL.encode(sealed) == Self.body)
    }

    @Test(.rows("K32"), arguments: [0, 1, 2, 100, 254, 255, 256, 257, 1000, 2800, 4078, 4079, 5000])
    func `what is sealed for a device opens there, whatever its length`(count: Int) throws {
        let keys = try PayloadKeys.generate()
        let text = try RandomBytes.make(count)
        let sealed = try MessageSealing.seal(text, to: keys.recipient)
        #expect(try MessageSealing.open(sealed, with: keys) == text)
        // RFC 8291: one record only, and its size is greater than what is in it.
        let recordSize = sealed[16..<20].reduce(0) { $0 << 8 | Int($1) }
        #expect(sealed.count - 86 < recordSize)
    }

    @Test(arguments: [(0, 256), (254, 256), (255, 256), (256, 512), (511, 512), (512, 768)])
    func `texts are padded in steps of 256 bytes`(count: Int, padded: Int) throws {
        let keys = try PayloadKeys.generate()
        let sealed = try MessageSealing.seal(.init(repeating: 65, count: count), to: keys.recipient)
        #expect(sealed.count == 86 + padded + 16)
    }

    @Test func `texts of one step have one length`() throws {
        let keys = try PayloadKeys.generate()
        let lengths = try [1, 50, 200, 255].map { count in
            try MessageSealing.seal(.init(repeating: 65, count: count), to: keys.recipient).count
        }
        #expect(Set(lengths).count == 1)
    }

    @Test func `padding stops at the limit, and never cuts the text`() throws {
        let keys = try PayloadKeys.generate()
        let text = [UInt8](repeating: 65, count: 700)
        let limited = try MessageSealing.seal(text, to: keys.recipient, bodyByteLimit: 850)
        #expect(limited.count == 850)
        #expect(try MessageSealing.open(limited, with: keys) == text)
        let tooLong = try MessageSealing.seal(text, to: keys.recipient, bodyByteLimit: 100)
        #expect(tooLong.count == 700 + MessageSealing.overheadByteCount)
        let bare = try MessageSealing.seal(text, to: keys.recipient, padTo: 0)
        #expect(bare.count == 700 + MessageSealing.overheadByteCount)
    }

    @Test(.rows("K32")) func `sealing twice gives nothing in common`() throws {
        let keys = try PayloadKeys.generate()
        let one = try MessageSealing.seal(Self.text, to: keys.recipient)
        let other = try MessageSealing.seal(Self.text, to: keys.recipient)
        #expect(one[..<16] != other[..<16])
        #expect(one[21..<86] != other[21..<86])
        #expect(one[86...] != other[86...])
    }

    @Test(.rows("K19")) func `nothing of the text is in the sealed body`() throws {
        let keys = try PayloadKeys.generate()
        let sealed = try MessageSealing.seal(Self.text, to: keys.recipient)
        for start in 0..<(Self.text.count - 4) {
            let piece = Self.text[start..<start + 4]
            #expect(!sealed.indices.contains { sealed[$0...].starts(with: piece) })
        }
    }

    @Test func `keys survive storage`() throws {
        let keys = try PayloadKeys.generate()
        let restored = try PayloadKeys(serialized: keys.serialized())
        #expect(restored.publicKey == keys.publicKey)
        #expect(restored.authSecret == keys.authSecret)
        let sealed = try MessageSealing.seal(Self.text, to: keys.recipient)
        #expect(try MessageSealing.open(sealed, with: restored) == Self.text)
        let recipient = try PublicKeys(
            publicKey: Base64URL.encode(keys.publicKey), authSecret: Base64URL.encode(keys.authSecret))
        #expect(recipient == keys.recipient)
    }

    @Test func `many tasks seal, open, sign and verify with the same keys at once`() async throws {
        let keys = try PayloadKeys.generate()
        let signer = try ES256.PrivateKey.generate()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask {
                    try (0..<20).allSatisfy { round in
                        let text = Array("message \(number) \(round)".utf8)
                        let sealed = try MessageSealing.seal(text, to: keys.recipient)
                        let signature = try signer.sign(text)
                        return try MessageSealing.open(sealed, with: keys) == text
                            && signer.publicKey.isValid(signature, for: text)
                    }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    // MARK: What must not open

    @Test(.rows("K25", "K32")) func `a body for another key, another secret or another device does not open`() throws {
        let keys = try PayloadKeys.generate()
        let sealed = try MessageSealing.seal(Self.text, to: keys.recipient)
        let others = try [
            PayloadKeys.generate(),
            PayloadKeys(privateKey: keys.privateKey.copied(), authSecret: RandomBytes.make(16)),
            PayloadKeys(privateKey: PayloadKeys.generate().privateKey.copied(), authSecret: keys.authSecret),
        ]
        for other in others { Self.expectClosed(sealed, other) }
    }

    @Test(.rows("K25", "K32")) func `flipping any one bit of a body keeps it closed`() throws {
        let keys = try Self.exampleKeys()
        let body = try Base64URL.decode(Self.body)
        for index in body.indices {
            for bit in 0..<8 {
                var damaged = body
                damaged[index] ^= 1 << UInt8(bit)
                // The record size is not authenticated: a larger one still describes the same single record.
                if (16..<20).contains(index), damaged[16..<20].reduce(0, { $0 << 8 | Int($1) }) >= 58 { continue }
                Self.expectClosed(damaged, keys)
            }
        }
    }

    @Test(.rows("K25", "K32")) func `a body that is cut short or lengthened anywhere stays closed`() throws {
        let keys = try Self.exampleKeys()
        let body = try Base64URL.decode(Self.body)
        for count in 0..<body.count { Self.expectClosed(Array(body[..<count]), keys) }
        for extra in 1..<40 { Self.expectClosed(body + [UInt8](repeating: 0, count: extra), keys) }
    }

    @Test func `a sender key that is no point of the curve is refused like any other fault`() throws {
        let keys = try Self.exampleKeys()
        var body = try Base64URL.decode(Self.body)
        for index in 22..<86 { body[index] = 0xFF }
        Self.expectClosed(body, keys)
        body[21] = 0x02
        Self.expectClosed(body, keys)
        // A header without a key id is good RFC 8188, yet no web push.
        Self.expectClosed(body[..<20] + [0] + body[86...], keys)
    }

    @Test(arguments: 0..<20) func `random bodies stay closed`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let keys = try Self.exampleKeys()
        let body = try Base64URL.decode(Self.body)
        for _ in 0..<100 {
            var damaged = body
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let index = Int.random(in: 0..<damaged.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: damaged.remove(at: index)
                case 2: damaged.insert(UInt8.random(in: .min ... .max, using: &generator), at: index)
                default: damaged.swapAt(index, Int.random(in: 0..<damaged.count, using: &generator))
                }
            }
            guard damaged[..<16] != body[..<16] || damaged[20...] != body[20...] else { continue }
            Self.expectClosed(damaged, keys)
        }
    }

    private static func expectClosed(
        _ body: [UInt8], _ keys: PayloadKeys, location: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: CryptoError.self, sourceLocation: location) {
            try MessageSealing.open(body, with: keys)
        }
        #expect(error == CryptoError.cannotOpen, sourceLocation: location)
    }

    // MARK: Keys

    @Test(arguments: [0, 1, 31, 33]) func `private keys of another length are refused`(count: Int) {
        #expect(throws: CryptoError.self) {
            try PayloadKeys(
                privateKey: .init(repeating: 1, count: count), authSecret: .init(repeating: 0, count: 16))
        }
    }

    @Test func `private keys outside the group are refused`() {
        let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        for key in [[UInt8](repeating: 0, count: 32), order, .init(repeating: 0xFF, count: 32)] {
            #expect(throws: CryptoError.self) {
                try PayloadKeys(privateKey: key, authSecret: .init(repeating: 0, count: 16))
            }
        }
    }

    @Test func `public keys that are no point, compressed or of another length are refused`() throws {
        let good = try PayloadKeys.generate().publicKey
        var offCurve = good
        offCurve[64] ^= 1
        let compressed = [2 + (good[64] & 1)] + good[1...32]
        let bad: [[UInt8]] = [
            [], offCurve, compressed, good + [0], Array(good.dropLast()), [6] + good[1...],
            [4] + .init(repeating: 0, count: 64),
        ]
        for key in bad {
            let error = #expect(throws: CryptoError.self) {
                try PublicKeys(publicKey: key, authSecret: .init(repeating: 0, count: 16))
            }
            #expect(error?.code == .invalidKey)
        }
        #expect(throws: CryptoError.self) {
            try PublicKeys(publicKey: good, authSecret: .init(repeating: 0, count: 15))
        }
    }
}
