/// Decodes `%41` to `A` and, in queries, `+` to a space.
///
/// - Returns: Nil for a `%` without two hexadecimal digits, and for bytes that are no UTF-8 or hold a NUL.
func percentDecoded(_ text: Substring, plusIsSpace: Bool = false) -> String? {
    let bytes = text.utf8
    guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") || $0 == 0 || $0 >= 0x80 }) else {
        return String(text)
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
        switch byte {
        case UInt8(ascii: "%"):
            guard let high = iterator.next().flatMap(hexValue), let low = iterator.next().flatMap(hexValue) else {
                return nil
            }
            decoded.append(high << 4 | low)
        case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
        default: decoded.append(byte)
        }
    }
    guard !decoded.contains(0) else { return nil }
    return String(validating: decoded, as: UTF8.self)
}

/// Splits a query into decoded pairs.
///
/// - Returns: Nil if a part cannot be decoded.
func decodedQuery(_ query: Substring) -> [(name: String, value: String)]? {
    var pairs: [(name: String, value: String)] = []
    for part in query.split(separator: "&") {
        let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = percentDecoded(halves[0], plusIsSpace: true),
            let value = percentDecoded(halves.count > 1 ? halves[1] : "", plusIsSpace: true)
        else { return nil }
        pairs.append((name: name, value: value))
    }
    return pairs
}

private func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
}
