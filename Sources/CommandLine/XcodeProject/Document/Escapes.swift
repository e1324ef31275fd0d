/// The escapes of quoted strings in property lists of the text form.
enum Escapes {
    /// The text that a quoted string stands for.
    static func undone(_ content: some Collection<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        var rest = content.makeIterator()
        var pending: UInt8?
        while let byte = pending ?? rest.next() {
            pending = nil
            guard byte == UInt8(ascii: "\\"), let next = rest.next() else {
                result.append(byte)
                continue
            }
            switch next {
            case UInt8(ascii: "a"): result.append(7)
            case UInt8(ascii: "b"): result.append(8)
            case UInt8(ascii: "t"): result.append(9)
            case UInt8(ascii: "n"): result.append(10)
            case UInt8(ascii: "v"): result.append(11)
            case UInt8(ascii: "f"): result.append(12)
            case UInt8(ascii: "r"): result.append(13)
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                var code = UInt32(next - 48)
                for _ in 0..<2 {
                    guard let digit = rest.next() else { break }
                    guard (48...55).contains(digit) else {
                        pending = digit
                        break
                    }
                    code = code * 8 + UInt32(digit - 48)
                }
                append(code, to: &result)
            case UInt8(ascii: "U"):
                var code: UInt32 = 0
                for _ in 0..<4 {
                    guard let digit = rest.next() else { break }
                    guard let value = Character(UnicodeScalar(digit)).hexDigitValue else {
                        pending = digit
                        break
                    }
                    code = code * 16 + UInt32(value)
                }
                append(code, to: &result)
            default: result.append(next)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func append(_ code: UInt32, to result: inout [UInt8]) {
        result += Array(String(UnicodeScalar(code) ?? "\u{FFFD}").utf8)
    }

    /// The text as Xcode writes it: bare where it may be, else in quotes.
    static func written(_ text: String) -> String {
        let isBare =
            !text.isEmpty && !text.contains("//") && !text.contains("___")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 46...57, 65...90, 97...122, 95, 36: true
                default: false
                }
            }
        if isBare { return text }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
