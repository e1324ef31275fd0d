/// Writes JSON with no byte that need not be there.
///
/// Only what RFC 8259 demands is escaped: the quotation mark, the backslash and the control characters below U+0020.
/// A slash, an emoji and every other character stand as they are, because APNs counts bytes.
public struct JSONText: Sendable {
    /// What has been written so far.
    public private(set) var bytes: [UInt8]

    /// Starts an empty text.
    ///
    /// - Parameter capacity: How many bytes to make room for.
    public init(capacity: Int = 512) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Appends one byte that is part of the grammar.
    public mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Appends text that is JSON already.
    public mutating func append(raw text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends bytes that are JSON already.
    public mutating func append(raw bytes: some Collection<UInt8>) { self.bytes.append(contentsOf: bytes) }

    /// Appends a number.
    public mutating func append(_ number: Int) {
        if (0...9).contains(number) {
            bytes.append(48 + UInt8(number))
        } else {
            bytes.append(contentsOf: String(number).utf8)
        }
    }

    /// Appends a string with its quotation marks.
    public mutating func append(string: String) {
        bytes.append(UInt8(ascii: "\""))
        let done: Void? = string.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
        if done == nil { Array(string.utf8).withUnsafeBufferPointer { appendEscaped($0) } }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var clean = 0
        for index in text.indices where Self.needsEscape(text[index]) {
            bytes.append(contentsOf: text[clean..<index])
            appendEscape(of: text[index])
            clean = index + 1
        }
        bytes.append(contentsOf: text[clean...])
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func appendEscape(of byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: [UInt8(ascii: "u"), 48, 48, digits[Int(byte >> 4)], digits[Int(byte & 15)]])
        default: bytes.append(byte)
        }
    }

    /// How many bytes a string takes with its quotation marks.
    public static func byteCount(of string: String) -> Int {
        string.utf8.reduce(into: 2) { count, byte in
            switch byte {
            case 0x08, 0x09, 0x0A, 0x0C, 0x0D, UInt8(ascii: "\""), UInt8(ascii: "\\"): count += 2
            case 0..<0x20: count += 6
            default: count += 1
            }
        }
    }
}
