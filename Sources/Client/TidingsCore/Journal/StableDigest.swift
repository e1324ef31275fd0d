package import Foundation
import PushCrypto

/// Short names and ids derived from text, the same in every process.
package enum StableDigest {
    /// The first 16 bytes of the text's SHA-256 as lowercase hex.
    package static func hex(of text: String) -> String { hex(of: Array(text.utf8)) }

    /// The first 16 bytes of the SHA-256 of bytes as lowercase hex.
    package static func hex(of bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = SHA256.hash(bytes).prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    /// An event id that every process derives alike, so that the server counts the event once.
    package static func eventID(_ parts: String...) -> UUID {
        var bytes = Array(SHA256.hash(Array(parts.joined(separator: "\u{1f}").utf8)).prefix(16))
        // The bits that make it a well-formed UUID of version 8, "made by the application".
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
