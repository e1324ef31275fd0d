/// The two forms of an ECDSA signature: the pair r, s of 32 bytes each, and the same in DER.
package enum ECDSASignature {
    static let rawByteCount = 64

    /// Writes r and s as a DER sequence of two integers; nil unless there are 64 bytes.
    package static func der(fromRaw raw: [UInt8]) -> [UInt8]? {
        guard raw.count == rawByteCount else { return nil }
        let content = integer(raw[..<32]) + integer(raw[32...])
        return [0x30, UInt8(content.count)] + content
    }

    private static func integer(_ number: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(number.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
    }

    /// Reads a DER sequence of two integers; nil if it is not in the one form that DER allows.
    static func raw(fromDER der: [UInt8]) -> [UInt8]? {
        guard der.count >= 8, der.count <= 72, der[0] == 0x30, Int(der[1]) == der.count - 2 else { return nil }
        var rest = der[2...]
        guard let r = takeInteger(&rest), let s = takeInteger(&rest), rest.isEmpty else { return nil }
        return r + s
    }

    private static func takeInteger(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.popFirst() == 0x02, let count = rest.popFirst().map(Int.init), count > 0, count <= rest.count else {
            return nil
        }
        var digits = rest.prefix(count)
        rest = rest.dropFirst(count)
        guard let first = digits.first, first < 0x80 else { return nil }
        if first == 0, digits.count > 1 {
            digits.removeFirst()
            guard let next = digits.first, next >= 0x80 else { return nil }
        }
        guard digits.count <= 32 else { return nil }
        return [UInt8](repeating: 0, count: 32 - digits.count) + digits
    }
}
