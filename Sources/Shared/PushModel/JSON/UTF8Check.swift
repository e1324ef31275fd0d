/// Finds out whether bytes are UTF-8 by the table of the Unicode standard (no overlong forms, no surrogates).
enum UTF8Check {
    /// The offset of the first byte that is not part of a well-formed sequence.
    static func firstInvalidByte(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = 0
        let count = text.count
        let start = UnsafeRawPointer(text.baseAddress)
        while index < count {
            // Eight ASCII bytes at once: nearly all that payloads are made of.
            while let start, index + 8 <= count,
                start.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                index += 8
            }
            guard index < count else { break }
            let byte = text[index]
            if byte < 0x80 {
                index += 1
                continue
            }
            let length = sequenceLength(text, at: index)
            guard length > 0 else { return index }
            index += length
        }
        return nil
    }

    /// The length of the well-formed sequence of two to four bytes at the index, or 0.
    private static func sequenceLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let first = text[index]
        let second = index + 1 < text.count ? text[index + 1] : 0
        let secondRange: ClosedRange<UInt8>
        let length: Int
        switch first {
        case 0xC2...0xDF: (length, secondRange) = (2, 0x80...0xBF)
        case 0xE0: (length, secondRange) = (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (length, secondRange) = (3, 0x80...0xBF)
        case 0xED: (length, secondRange) = (3, 0x80...0x9F)
        case 0xF0: (length, secondRange) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, secondRange) = (4, 0x80...0xBF)
        case 0xF4: (length, secondRange) = (4, 0x80...0x8F)
        default: return 0
        }
        guard index + length <= text.count, secondRange.contains(second) else { return 0 }
        for offset in 2..<max(2, length) where text[index + offset] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
