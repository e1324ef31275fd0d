/// UUIDs as APNs writes them: 8-4-4-4-12 hex digits, lowercase when generated.
package enum CanonicalUUID {
    /// Whether the text has 32 hex digits with hyphens in the canonical places, in either case.
    package static func accepts(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { accepts($0) }
    }

    /// The same for bytes.
    package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count == 36 else { return false }
        for index in 0..<36 {
            let isHyphenPlace = index == 8 || index == 13 || index == 18 || index == 23
            let byte = bytes[index]
            guard isHyphenPlace ? byte == UInt8(ascii: "-") : byte.isHexDigit else { return false }
        }
        return true
    }
}

extension UInt8 {
    /// Whether this is an ASCII hex digit of either case.
    package var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
