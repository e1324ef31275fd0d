/// A JSON number, kept as it was written.
///
/// `1.0` stays `1.0` and a number of 23 digits keeps all of them. Two numbers are equal when they are written alike.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number as written.
    public let description: String

    /// Takes a number as written; nil unless it is one by the grammar of JSON.
    public init?(_ text: String) {
        let isNumber = Array(text.utf8).withUnsafeBufferPointer { JSONScanner.isNumber($0) }
        guard isNumber else { return nil }
        description = text
    }

    /// For text that the scanner has checked.
    init(checked text: String) { description = text }

    /// Writes an integer.
    public init(_ value: Int) { description = String(value) }

    /// Writes a number in the shortest form that reads back the same; nil for infinities and NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        if let whole = Int(exactly: value), abs(whole) < 1 << 53 {
            description = value.sign == .minus && whole == 0 ? "-0" : String(whole)
        } else {
            description = "\(value)"
        }
    }

    /// The value if it is whole and fits, however it is written: `3`, `3.0` and `3e0` are the same.
    public var int: Int? {
        if let value = Int(description) { return value }
        // By its digits: a double would round a number that is not whole to one that is.
        let parts = description.split { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".")
        let fraction = mantissa.dropFirst().first ?? ""
        let digits = mantissa[0] + fraction
        guard digits.contains(where: { ("1"..."9").contains($0) }) else { return 0 }
        guard let exponent = parts.count > 1 ? Int(parts[1]) : 0, exponent.magnitude <= 100_000 else { return nil }
        let shift = exponent - fraction.count
        guard shift < 0 else { return shift < 20 ? Int(digits + String(repeating: "0", count: shift)) : nil }
        guard digits.suffix(-shift).allSatisfy({ $0 == "0" }) else { return nil }
        return Int(digits.dropLast(-shift))
    }

    /// The nearest value; nil when it is beyond what a double can hold.
    public var double: Double? { Double(description).flatMap { $0.isFinite ? $0 : nil } }
}
