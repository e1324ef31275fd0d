import PushCrypto
import TestSupport
import Testing

@Suite struct MasterKeyTests {
    @Test(.rows("SR3")) func `a secret opens with its key, for its owner, and as it was sealed only`() throws {
        let keys = MasterKeys(try MasterKey.generate())
        let sealed = try keys.seal(Array("umbrella".utf8), for: "tenant.1")
        #expect(try keys.open(sealed, for: "tenant.1") == Array("umbrella".utf8))
        #expect(!sealed.contains("umbrella") && MasterKeys.keyID(of: sealed) == keys.currentID)
        #expect(try keys.seal(Array("umbrella".utf8), for: "tenant.1") != sealed)
        #expect(throws: CryptoError.self) { try keys.open(sealed, for: "tenant.2") }
        #expect(throws: CryptoError.self) { try MasterKeys(MasterKey.generate()).open(sealed, for: "tenant.1") }
        #expect(throws: CryptoError.self) { try keys.open("umbrella", for: "tenant.1") }
        for place in sealed.indices.dropFirst(9) {
            var damaged = sealed
            damaged.replaceSubrange(place...place, with: sealed[place] == "A" ? "B" : "A")
            #expect(throws: CryptoError.self) { try keys.open(damaged, for: "tenant.1") }
            #expect(throws: CryptoError.self) { try keys.open(String(sealed[..<place]), for: "tenant.1") }
        }
    }

    /// NIST's test case 16 for GCM: a 256-bit key, a 96-bit nonce, additional data.
    @Test func `it is the AES-256-GCM that others have`() throws {
        let key = try MasterKey(
            [
                0xfe, 0xff, 0xe9, 0x92, 0x86, 0x65, 0x73, 0x1c, 0x6d, 0x6a, 0x8f, 0x94, 0x67, 0x30, 0x83, 0x08, 0xfe,
                0xff,
                0xe9, 0x92, 0x86, 0x65, 0x73, 0x1c, 0x6d, 0x6a, 0x8f, 0x94, 0x67, 0x30, 0x83, 0x08,
            ])
        let nonce: [UInt8] = [0xca, 0xfe, 0xba, 0xbe, 0xfa, 0xce, 0xdb, 0xad, 0xde, 0xca, 0xf8, 0x88]
        let additional: [UInt8] = [
            0xfe, 0xed, 0xfa, 0xce, 0xde, 0xad, 0xbe, 0xef, 0xfe, 0xed, 0xfa, 0xce, 0xde, 0xad, 0xbe, 0xef, 0xab, 0xad,
            0xda, 0xd2,
        ]
        let sealed: [UInt8] = [
            0x52, 0x2d, 0xc1, 0xf0, 0x99, 0x56, 0x7d, 0x07, 0xf4, 0x7f, 0x37, 0xa3, 0x2a, 0x84, 0x42, 0x7d, 0x64, 0x3a,
            0x8c, 0xdc, 0xbf, 0xe5, 0xc0, 0xc9, 0x75, 0x98, 0xa2, 0xbd, 0x25, 0x55, 0xd1, 0xaa, 0x8c, 0xb0, 0x8e, 0x48,
            0x59, 0x0d, 0xbb, 0x3d, 0xa7, 0xb0, 0x8b, 0x10, 0x56, 0x82, 0x88, 0x38, 0xc5, 0xf6, 0x1e, 0x63, 0x93, 0xba,
            0x7a, 0x0a, 0xbc, 0xc9, 0xf6, 0x62, 0x76, 0xfc, 0x6e, 0xce, 0x0f, 0x4e, 0x17, 0x68, 0xcd, 0xdf, 0x88, 0x53,
            0xbb, 0x2d, 0x55, 0x1b,
        ]
        let opened = key.open(nonce + sealed, context: additional)
        #expect(opened?.prefix(4) == [0xd9, 0x31, 0x32, 0x25] && opened?.count == 60)
    }

    @Test func `keys are read from commas, spaces and lines, and the first one seals`() throws {
        let (one, two) = (try MasterKey.generate(), try MasterKey.generate())
        for text in ["\(one.text),\(two.text)", " \(one.text)\n\(two.text)\n", "\(one.text) , \(two.text)"] {
            let keys = try MasterKeys(text)
            #expect(keys.currentID == one.id && keys.contains(two.id) && one.id != two.id)
            #expect(try keys.open(MasterKeys(two).seal([1, 2], for: "x"), for: "x") == [1, 2])
        }
        #expect(try MasterKeys(one.text) == MasterKeys(one) && MasterKeys(one) != MasterKeys(two))
        for text in ["", " ,\n", "short", "\(one.text),short", String(one.text.dropLast(4))] {
            let error = #expect(throws: CryptoError.self) { try MasterKeys(text) }
            #expect(error?.message.contains(one.text.prefix(8)) == false)
        }
    }
}
