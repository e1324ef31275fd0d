extension JSONCursor {
    /// Where a string stands, and whether it has to be unescaped.
    struct StringToken {
        let range: Range<Int>
        let hasEscapes: Bool
    }

    mutating func skipString() throws(PushModelError) -> StringToken {
        let start = position
        var hasEscapes = false
        position += 1
        while true {
            skipPlain()
            guard position < text.count else { break }
            let byte = text[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return StringToken(range: start..<position, hasEscapes: hasEscapes)
            }
            guard byte >= 0x20 else { throw fault("a control character in a string has to be escaped") }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                try skipEscape()
            } else {
                position += 1
            }
        }
        throw fault("the string does not end")
    }

    /// Passes over bytes that mean themselves, eight at once: most of what payloads are made of.
    ///
    /// A quotation mark, a backslash and a control character each set the top bit of their byte in `found`; what stands
    /// before the first of them sets none.
    private mutating func skipPlain() {
        let bytes = UnsafeRawBufferPointer(text)
        let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        while position + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let marks = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            let controls = (word &- (ones &* 0x20)) & ~word
            let found = ((marks &- ones) & ~marks | (slashes &- ones) & ~slashes | controls) & tops
            guard found == 0 else {
                position += found.trailingZeroBitCount / 8
                return
            }
            position += 8
        }
    }

    private mutating func skipEscape() throws(PushModelError) {
        position += 1
        switch peek {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            guard let unit = codeUnit(at: position + 1) else { throw fault("four hexadecimal digits are missing") }
            if UTF16.isTrailSurrogate(unit) { throw fault("half a surrogate pair is no character") }
            if UTF16.isLeadSurrogate(unit) {
                let isEscape =
                    position + 6 < text.count && text[position + 5] == UInt8(ascii: "\\")
                    && text[position + 6] == UInt8(ascii: "u")
                guard isEscape, let trail = codeUnit(at: position + 7), UTF16.isTrailSurrogate(trail) else {
                    throw fault("half a surrogate pair is no character")
                }
                position += 6
            }
            position += 5
        default: throw fault("an unknown escape")
        }
    }

    private func codeUnit(at start: Int) -> UInt16? {
        guard start + 4 <= text.count else { return nil }
        var unit: UInt16 = 0
        for byte in text[start..<start + 4] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 48
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - 87
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - 55
            default: return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// The characters of a string that has been passed over.
    func string(in token: StringToken) -> String {
        let inner = text[token.range.lowerBound + 1..<token.range.upperBound - 1]
        guard token.hasEscapes else { return String(decoding: inner, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(inner.count)
        var index = inner.startIndex
        while index < inner.endIndex {
            guard inner[index] == UInt8(ascii: "\\") else {
                bytes.append(inner[index])
                index += 1
                continue
            }
            switch inner[index + 1] {
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "u"):
                var units = [codeUnit(at: index + 2) ?? 0]
                if UTF16.isLeadSurrogate(units[0]) {
                    units.append(codeUnit(at: index + 8) ?? 0)
                    index += 6
                }
                index += 4
                bytes.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
            case let byte: bytes.append(byte)
            }
            index += 2
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
