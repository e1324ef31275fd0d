/// The hash function SHA-256, FIPS 180-4.
public enum SHA256 {
    /// The digest of bytes: 32 bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { Backend.sha256($0) }
    }

    /// The digest of a text in UTF-8: 32 bytes.
    public static func hash(_ text: String) -> [UInt8] { hash(Array(text.utf8)) }
}

/// The message authentication code HMAC with SHA-256, RFC 2104.
public enum HMACSHA256 {
    /// The code of a message: 32 bytes.
    public static func code(for message: [UInt8], key: [UInt8]) -> [UInt8] {
        key.withUnsafeBytes { key in message.withUnsafeBytes { Backend.hmacSHA256($0, key: key) } }
    }

    /// Whether a code belongs to a message; takes the same time whatever is wrong with it.
    public static func isValid(_ code: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
        constantTimeEqual(code, self.code(for: message, key: key))
    }
}

/// The key derivation function HKDF with SHA-256, RFC 5869.
public enum HKDF {
    /// The most bytes that one expansion gives.
    public static let outputLimit = 255 * 32

    /// Concentrates the randomness of a key into 32 bytes.
    public static func extract(salt: [UInt8], from key: [UInt8]) -> [UInt8] {
        HMACSHA256.code(for: key, key: salt)
    }

    /// Stretches a concentrated key.
    ///
    /// - Parameters:
    ///   - key: The result of ``extract(salt:from:)``.
    ///   - info: What the new key is for.
    ///   - count: How many bytes, 1 to 8,160.
    /// - Returns: The new key.
    /// - Throws: `invalid_size` for another count.
    public static func expand(_ key: [UInt8], info: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        guard (1...outputLimit).contains(count) else {
            throw CryptoError(.invalidSize, "HKDF gives between 1 and \(outputLimit) bytes, not \(count).")
        }
        var output: [UInt8] = []
        var block: [UInt8] = []
        var counter: UInt8 = 1
        while output.count < count {
            var message = block + info + [counter]
            block = HMACSHA256.code(for: message, key: key)
            Backend.wipe(&message)
            output += block
            counter &+= 1
        }
        Backend.wipe(&block)
        defer { Backend.wipe(&output) }
        return Array(output.prefix(count))
    }

    /// Extracts and expands.
    public static func derive(
        from key: [UInt8], salt: [UInt8], info: [UInt8], count: Int
    ) throws(CryptoError) -> [UInt8] {
        try expand(extract(salt: salt, from: key), info: info, count: count)
    }
}

/// Whether two byte strings are equal, in a time that depends on their lengths alone.
public func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var difference: UInt8 = 0
    for index in one.indices { difference |= one[index] ^ other[index] }
    return difference == 0
}

/// Randomness that cannot be guessed.
public enum RandomBytes {
    /// So many random bytes.
    public static func make(_ count: Int) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try bytes.withUnsafeMutableBufferPointer { (buffer) throws(CryptoError) in try Backend.fillRandom(buffer) }
        return bytes
    }
}
