/// Bytes written as hexadecimal digits, with spaces where they help.
func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// So many bytes, each one more than the last.
func bytes(from first: UInt8, count: Int) -> [UInt8] { (0..<count).map { first &+ UInt8($0) } }
