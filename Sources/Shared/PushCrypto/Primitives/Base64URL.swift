/// Base64 with the alphabet for URLs and without padding, RFC 4648 section 5.
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// How many characters so many bytes take.
    public static func encodedCount(of byteCount: Int) -> Int { (byteCount * 4 + 2) / 3 }

    /// Encodes bytes.
    public static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: encodedCount(of: bytes.count)) { output in
            bytes.withUnsafeBufferPointer { input in
                alphabet.withUnsafeBufferPointer { alphabet in
                    var index = 0
                    var written = 0
                    while index < input.count {
                        let left = input.count - index
                        let group =
                            UInt32(input[index]) << 16 | (left > 1 ? UInt32(input[index + 1]) << 8 : 0)
                            | (left > 2 ? UInt32(input[index + 2]) : 0)
                        for digit in 0..<min(left + 1, 4) {
                            output[written] = alphabet[Int(group >> (18 - 6 * UInt32(digit)) & 63)]
                            written += 1
                        }
                        index += 3
                    }
                    return written
                }
            }
        }
    }

    /// Decodes a text.
    ///
    /// Padding is allowed, as some libraries write it; other alphabets, white space and stray bits are not.
    public static func decode(_ text: String) throws(CryptoError) -> [UInt8] {
        var digits = Array(text.utf8)
        let unpadded = digits.count - (digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count)
        let isPadded = unpadded < digits.count
        guard !isPadded || (digits.count.isMultiple(of: 4) && digits.count - unpadded <= 2) else { throw fault }
        digits.removeLast(digits.count - unpadded)
        guard digits.count % 4 != 1 else { throw fault }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var group: UInt32 = 0
        var bits: UInt32 = 0
        for digit in digits {
            let value = values[Int(digit)]
            guard value != 0xFF else { throw fault }
            group = group << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> bits))
                group &= (1 << bits) - 1
            }
        }
        guard group == 0 else { throw fault }
        return bytes
    }

    private static var fault: CryptoError { CryptoError(.invalidBase64, "The text is not base64url without padding.") }
}
