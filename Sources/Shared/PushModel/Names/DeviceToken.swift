public import Foundation

/// A device token as lower-case hexadecimal digits.
///
/// Apple promises no length, and tokens of Live Activities are longer than others: anything up to 256 bytes passes.
public struct DeviceToken: Sendable, Hashable, CustomStringConvertible {
    /// The most bytes that are taken for a token; four times the longest one seen.
    public static let byteLimit = 256

    /// The whole token; keep it out of logs.
    public let hex: String

    /// Takes the token as the system hands it to an app.
    public init(_ data: Data) throws(PushModelError) {
        guard !data.isEmpty else { throw PushModelError(.invalidToken, "The device token is empty.") }
        guard data.count <= Self.byteLimit else { throw Self.tooLong(data.count) }
        let digits = Array("0123456789abcdef".utf8)
        hex = String(unsafeUninitializedCapacity: data.count * 2) { buffer in
            var index = 0
            for byte in data {
                buffer[index] = digits[Int(byte >> 4)]
                buffer[index + 1] = digits[Int(byte & 15)]
                index += 2
            }
            return index
        }
    }

    /// Takes the token as text, in either case.
    ///
    /// Surrounding space and separators are not forgiven: what is stored has to be what was meant.
    public init(_ text: String) throws(PushModelError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw PushModelError(.invalidToken, "The device token is empty.") }
        guard bytes.count <= 2 * Self.byteLimit else { throw Self.tooLong(bytes.count / 2) }
        var lowered = bytes
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): break
            case UInt8(ascii: "A")...UInt8(ascii: "F"): lowered[index] = byte | 0x20
            default:
                throw PushModelError(
                    .invalidToken,
                    "The device token is not hexadecimal: unexpected character at position \(index). "
                        + "Send each byte as two digits, without spaces or brackets.")
            }
        }
        guard bytes.count.isMultiple(of: 2) else {
            throw PushModelError(
                .invalidToken,
                "The device token has \(bytes.count) hexadecimal digits, an odd number. Send each byte as two digits.")
        }
        hex = String(decoding: lowered, as: UTF8.self)
    }

    private static func tooLong(_ count: Int) -> PushModelError {
        PushModelError(.invalidToken, "The device token has \(count) bytes; at most \(byteLimit) are taken.")
    }

    /// The number of bytes.
    public var byteCount: Int { hex.utf8.count / 2 }

    /// The first and last four digits, for logs; short tokens are hidden altogether.
    public var description: String {
        hex.utf8.count >= 24 ? "\(hex.prefix(4))…\(hex.suffix(4))" : "…"
    }
}
