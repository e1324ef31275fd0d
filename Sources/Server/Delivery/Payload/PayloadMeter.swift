internal import Foundation
internal import PushCrypto
internal import PushModel
internal import Storage

/// Measures a message's payload before it is accepted.
///
/// Ids, tags and times have one length, so the number is exact, save that a sealed payload counts with the longest
/// key id that a device may have.
enum PayloadMeter {
    /// The longest name of a device's key, in bytes.
    static let keyIDByteLimit = 64

    /// An envelope with everything in it, each part as long as it ever is.
    private static let envelope = Envelope(
        id: Identifier(.message, at: .distantFuture).description,
        delivery: Identifier(.delivery, at: .distantFuture).description,
        to: SubscriberTag(sha256: [UInt8](repeating: 0, count: 32)), expires: 1_999_999_999)
    private static let longestKeyID = String(repeating: "k", count: keyIDByteLimit)

    /// What is wrong with the size of what a caller sealed; nil if it fits in both forms.
    static func problem(of ciphertext: Ciphertext, _ content: MessageContent) -> String? {
        for form in [PushPayload.Form.visible, .silent] {
            do {
                _ = try PushPayload.render(
                    sealed: ciphertext.body, keyID: ciphertext.keyID, envelope: envelope, content: content, form: form)
            } catch {
                return error.message
            }
        }
        return nil
    }

    /// Checks every form that the message can take on a device.
    ///
    /// - Throws: `payload_too_large` with the bytes and the limit.
    static func check(_ content: MessageContent) throws {
        let form = content.form(hasServiceExtension: true)
        guard content.encrypt == .device else {
            _ = try PushPayload.render(content, envelope: envelope, form: form)
            return
        }
        let plaintext = SealedContent(content, envelope: envelope).encoded()
        let sealed = String(
            repeating: "A", count: Base64URL.encodedCount(of: plaintext.count + MessageSealing.overheadByteCount))
        // The silent form can be the longer one, and a device without the extension gets it.
        for form in form == .visible ? [form, .silent] : [.silent] {
            _ = try PushPayload.render(
                sealed: sealed, keyID: longestKeyID, envelope: envelope, content: content, form: form)
        }
    }
}
