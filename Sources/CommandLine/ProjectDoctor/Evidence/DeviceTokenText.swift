import Foundation

/// A device token in any of the forms in which people keep it, and what can be told of it.
package struct DeviceTokenText: Sendable {
    /// How it is written.
    package enum Form: String, Sendable {
        /// Two digits for each byte, as APNs takes it.
        case hexadecimal
        /// Digits with spaces, brackets or colons between them, as old systems print a `Data`.
        case separated
        /// Base64, as some SDKs keep it.
        case base64
        /// The description of a `Data` on newer systems: its middle is gone.
        case description
        /// A token of Firebase, which APNs does not know.
        case firebase
        /// A token of Expo, which APNs does not know.
        case expo
        /// None of these.
        case unknown
    }

    /// How it is written.
    package let form: Form
    /// The bytes in hexadecimal digits, as APNs takes them; nil if they are not in the text.
    package let hex: String?

    /// The number of bytes of the token that phones make.
    package static let usualByteCount = 32
    /// The most bytes that anything here takes for a token.
    private static let byteLimit = 256

    /// Reads a text.
    package init(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let digits = text.filter { !"<> :-\t".contains($0) }
        if text.wholeMatch(of: /Expo(nent)?PushToken\[.*\]/) != nil {
            (form, hex) = (.expo, nil)
        } else if text.contains("length") && text.contains("bytes") {
            (form, hex) = (.description, nil)
        } else if Self.isHex(text) {
            (form, hex) = (.hexadecimal, text.lowercased())
        } else if Self.isHex(digits) {
            (form, hex) = (.separated, digits.lowercased())
        } else if text.wholeMatch(of: /[A-Za-z0-9_\-]{8,64}:[A-Za-z0-9_\-]{60,}/) != nil {
            (form, hex) = (.firebase, nil)
        } else if let bytes = Self.base64(text) {
            (form, hex) = (.base64, bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        } else {
            (form, hex) = (.unknown, nil)
        }
    }

    /// The number of bytes.
    package var byteCount: Int? { hex.map { $0.utf8.count / 2 } }

    private static func isHex(_ text: String) -> Bool {
        let count = text.utf8.count
        return count > 0 && count.isMultiple(of: 2) && count <= 2 * byteLimit
            && text.utf8.allSatisfy { (48...57).contains($0) || (65...70).contains($0) || (97...102).contains($0) }
    }

    /// Base64 in either alphabet, with or without its padding, of at least 16 bytes.
    private static func base64(_ text: String) -> Data? {
        var plain = text.replacing("-", with: "+").replacing("_", with: "/").trimmingCharacters(
            in: CharacterSet(charactersIn: "="))
        guard plain.utf8.count >= 22, plain.utf8.count <= byteLimit * 4 / 3 + 4 else { return nil }
        while !plain.utf8.count.isMultiple(of: 4) { plain.append("=") }
        return Data(base64Encoded: plain)
    }
}
