import Foundation

/// Channel ids as APNs writes them: base64, of no fixed length.
enum ChannelID {
    /// The id of some bytes.
    static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Whether a text could be a channel id: base64 of at least one byte, 200 characters at most.
    static func accepts(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 200 && Data(base64Encoded: text)?.isEmpty == false
    }
}
