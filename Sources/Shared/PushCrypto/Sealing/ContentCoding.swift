/// The content coding `aes128gcm`, RFC 8188: a header, then records that are encrypted one by one.
enum ContentCoding {
    static let saltByteCount = 16
    static let tagByteCount = 16
    /// The smallest record: a tag, a delimiter, and one byte.
    static let recordSizeMinimum = 18

    /// What stands in front of the records.
    struct Header {
        let salt: [UInt8]
        let recordSize: Int
        let keyID: [UInt8]

        /// How many bytes the header has.
        var byteCount: Int { ContentCoding.saltByteCount + 5 + keyID.count }

        init(salt: [UInt8], recordSize: Int, keyID: [UInt8]) {
            self.salt = salt
            self.recordSize = recordSize
            self.keyID = keyID
        }

        init(parsing body: [UInt8]) throws(CryptoError) {
            guard body.count >= 21 else { throw .cannotOpen }
            let size = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
            let end = 21 + Int(body[20])
            guard size >= ContentCoding.recordSizeMinimum, body.count >= end else { throw .cannotOpen }
            self.init(salt: Array(body[..<16]), recordSize: size, keyID: Array(body[21..<end]))
        }

        var encoded: [UInt8] {
            let size = UInt32(recordSize)
            return salt + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + [UInt8(keyID.count)] + keyID
        }
    }

    /// The key and nonce of one message.
    private struct Secrets {
        private(set) var key: [UInt8]
        private var nonce: [UInt8]

        init(keyMaterial: [UInt8], salt: [UInt8]) throws(CryptoError) {
            var concentrated = HKDF.extract(salt: salt, from: keyMaterial)
            defer { Backend.wipe(&concentrated) }
            key = try HKDF.expand(concentrated, info: Self.keyInfo, count: 16)
            nonce = try HKDF.expand(concentrated, info: Self.nonceInfo, count: 12)
        }

        mutating func wipe() {
            Backend.wipe(&key)
            Backend.wipe(&nonce)
        }

        func nonce(of record: Int) -> [UInt8] {
            var nonce = nonce
            var (number, index) = (UInt64(record), 11)
            while number > 0 {
                nonce[index] ^= UInt8(truncatingIfNeeded: number)
                number >>= 8
                index -= 1
            }
            return nonce
        }

        private static let keyInfo = Array("Content-Encoding: aes128gcm\0".utf8)
        private static let nonceInfo = Array("Content-Encoding: nonce\0".utf8)
    }

    /// Encrypts a text, in one record if it fits.
    ///
    /// - Parameters:
    ///   - plaintext: What is encrypted.
    ///   - padding: How many zero bytes the last record gets.
    ///   - keyMaterial: The secret that both sides know.
    ///   - header: Salt, record size and key id.
    /// - Returns: Header and records.
    /// - Throws: `library_failure` if the cryptographic library fails.
    static func seal(
        _ plaintext: [UInt8], padding: Int, keyMaterial: [UInt8], header: Header
    ) throws(CryptoError) -> [UInt8] {
        var secrets = try Secrets(keyMaterial: keyMaterial, salt: header.salt)
        defer { secrets.wipe() }
        let room = header.recordSize - tagByteCount - 1
        var body = header.encoded
        body.reserveCapacity(body.count + plaintext.count + padding + 64)
        var start = 0
        var record = 0
        while plaintext.count - start > room {
            let chunk = Array(plaintext[start..<start + room]) + [1]
            try body.append(
                contentsOf: Backend.sealAESGCM(chunk, key: secrets.key, nonce: secrets.nonce(of: record)))
            start += room
            record += 1
        }
        var last = Array(plaintext[start...])
        last.append(2)
        last.append(contentsOf: repeatElement(0, count: min(padding, room - (plaintext.count - start))))
        try body.append(contentsOf: Backend.sealAESGCM(last, key: secrets.key, nonce: secrets.nonce(of: record)))
        return body
    }

    /// Decrypts all records of a body.
    static func open(_ body: [UInt8], header: Header, keyMaterial: [UInt8]) throws(CryptoError) -> [UInt8] {
        var secrets = try Secrets(keyMaterial: keyMaterial, salt: header.salt)
        defer { secrets.wipe() }
        var plaintext: [UInt8] = []
        plaintext.reserveCapacity(body.count)
        var start = header.byteCount
        var record = 0
        while start < body.count {
            let end = min(start + header.recordSize, body.count)
            guard end - start > tagByteCount else { throw .cannotOpen }
            guard
                let text = Backend.openAESGCM(
                    Array(body[start..<end]), key: secrets.key, nonce: secrets.nonce(of: record)),
                let delimiter = text.lastIndex(where: { $0 != 0 }), text[delimiter] == (end == body.count ? 2 : 1)
            else { throw .cannotOpen }
            plaintext.append(contentsOf: text[..<delimiter])
            start = end
            record += 1
        }
        guard record > 0 else { throw .cannotOpen }
        return plaintext
    }
}
