import TestSupport
import Testing

@testable import PushCrypto

@Suite struct ContentCodingTests {
    private static let text = Array("I am the walrus".utf8)

    @Test(.rows("K32")) func `the first example of RFC 8188 opens, and is sealed to the same bytes`() throws {
        let key = try Base64URL.decode("yqdlZ-tYemfogSmv7Ws5PQ")
        let body = try Base64URL.decode("I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
        let header = try ContentCoding.Header(parsing: body)
        #expect(header.recordSize == 4096)
        #expect(header.keyID.isEmpty)
        #expect(try ContentCoding.open(body, header: header, keyMaterial: key) == Self.text)
        #expect(try ContentCoding.seal(Self.text, padding: 0, keyMaterial: key, header: header) == body)
    }

    @Test(.rows("K32")) func `the example of RFC 8188 with several records opens`() throws {
        let key = try Base64URL.decode("BO3ZVPxUlnLORbVGMpbT1Q")
        let body = try Base64URL.decode(
            "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA")
        let header = try ContentCoding.Header(parsing: body)
        #expect(header.recordSize == 25)
        #expect(header.keyID == Array("a1".utf8))
        #expect(try ContentCoding.open(body, header: header, keyMaterial: key) == Self.text)
    }

    private static func header(_ recordSize: Int) -> ContentCoding.Header {
        ContentCoding.Header(salt: bytes(from: 7, count: 16), recordSize: recordSize, keyID: [])
    }

    @Test(arguments: [18, 19, 25, 100, 4096]) func `texts over many records come back`(recordSize: Int) throws {
        let key = [UInt8](repeating: 3, count: 16)
        for count in [0, 1, 2, 7, 8, 9, 300, 1000] {
            let text = try RandomBytes.make(count)
            let body = try ContentCoding.seal(text, padding: 0, keyMaterial: key, header: Self.header(recordSize))
            let header = try ContentCoding.Header(parsing: body)
            #expect(try ContentCoding.open(body, header: header, keyMaterial: key) == text)
        }
    }

    @Test(arguments: [0, 1, 255, 256, 257, 299]) func `each record has a nonce of its own, by its number`(record: Int)
        throws
    {
        let key = [UInt8](repeating: 3, count: 16)
        let header = Self.header(18)
        let text = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        let body = try ContentCoding.seal(text, padding: 0, keyMaterial: key, header: header)
        let material = HKDF.extract(salt: header.salt, from: key)
        let cek = try HKDF.expand(material, info: Array("Content-Encoding: aes128gcm\0".utf8), count: 16)
        var nonce = try HKDF.expand(material, info: Array("Content-Encoding: nonce\0".utf8), count: 12)
        nonce[10] ^= UInt8(record >> 8)
        nonce[11] ^= UInt8(record & 255)
        let bytes = Array(body[(21 + 18 * record)..<(39 + 18 * record)])
        #expect(Backend.openAESGCM(bytes, key: cek, nonce: nonce) == [text[record], record == 299 ? 2 : 1])
    }

    @Test func `records cannot be dropped, swapped or repeated`() throws {
        let key = [UInt8](repeating: 3, count: 16)
        let header = Self.header(34)
        let body = try ContentCoding.seal(
            .init(repeating: 65, count: 17 * 4), padding: 0, keyMaterial: key, header: header)
        #expect(body.count == 21 + 34 * 4)
        let records = (0..<4).map { Array(body[(21 + 34 * $0)..<(55 + 34 * $0)]) }
        for order in [[0, 1, 2], [1, 2, 3], [0, 2, 1, 3], [0, 1, 2, 2], [3, 1, 2, 0], [0, 1, 2, 3, 3], [0], [3]] {
            let damaged = header.encoded + order.flatMap { records[$0] }
            #expect(throws: CryptoError.cannotOpen) {
                try ContentCoding.open(damaged, header: header, keyMaterial: key)
            }
        }
    }

    @Test func `a text without a delimiter, or with the wrong one, stays closed`() throws {
        let key = [UInt8](repeating: 3, count: 16)
        let header = Self.header(4096)
        let material = HKDF.extract(salt: header.salt, from: key)
        let cek = try HKDF.expand(material, info: Array("Content-Encoding: aes128gcm\0".utf8), count: 16)
        let nonce = try HKDF.expand(material, info: Array("Content-Encoding: nonce\0".utf8), count: 12)
        for record in [[UInt8](), [0, 0, 0], [65, 1], [65, 3], [65, 1, 0, 0], [65]] {
            let body = header.encoded + (try Backend.sealAESGCM(record, key: cek, nonce: nonce))
            #expect(throws: CryptoError.cannotOpen) {
                try ContentCoding.open(body, header: header, keyMaterial: key)
            }
        }
        let good = header.encoded + (try Backend.sealAESGCM([65, 2, 0, 0], key: cek, nonce: nonce))
        #expect(try ContentCoding.open(good, header: header, keyMaterial: key) == [65])
    }

    @Test func `a record size that no record fits into is refused`() {
        for size in [0, 1, 17] {
            let body = Self.header(size).encoded + [UInt8](repeating: 0, count: 40)
            #expect(throws: CryptoError.cannotOpen) { try ContentCoding.Header(parsing: body) }
        }
    }
}
