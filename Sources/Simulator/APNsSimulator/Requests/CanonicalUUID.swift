import Locking

/// UUIDs as APNs writes them: 8-4-4-4-12 hex digits, lowercase when generated.
enum CanonicalUUID {
    /// Whether the text has 32 hex digits with hyphens in the canonical places, in either case.
    static func accepts(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count == 36 else { return false }
            for (index, byte) in bytes.enumerated() {
                let isHyphenPlace = index == 8 || index == 13 || index == 18 || index == 23
                guard isHyphenPlace ? byte == UInt8(ascii: "-") : byte.isHexDigit else { return false }
            }
            return true
        }
    }

    /// The system's own generator costs a system call a number; ids only have to differ.
    private static let generator = Locked(SeededGenerator(seed: .random(in: 0 ... .max)))

    /// A new random (version 4) UUID.
    static func random() -> String {
        let (first, second) = generator.withLock { ($0.next(), $0.next()) }
        let high = first & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = second & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return String(unsafeUninitializedCapacity: 36) { buffer in
            var position = 0
            for nibble in 0..<32 {
                if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
                    buffer[position] = UInt8(ascii: "-")
                    position += 1
                }
                let half = nibble < 16 ? high : low
                let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (nibble % 16))) & 0xF
                buffer[position] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
                position += 1
            }
            return 36
        }
    }
}

extension UInt8 {
    /// Whether this is an ASCII hex digit of either case.
    var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
