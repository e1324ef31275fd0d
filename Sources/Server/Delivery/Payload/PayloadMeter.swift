internal import Foundation
internal import PushCrypto
internal import PushModel

/// Measures a message's payload before it is accepted.
///
/// Ids, tags and times have one length, so the number is exact, save that a sealed payload counts with the longest
/// key id that a device may have.
enum PayloadMeter {
    /// The longest name of a device's key, in bytes.
    static let keyIDByteLimit = 64

    /// Checks every form that the message can take on a device.
    ///
    /// - Throws: `payload_too_large` with the bytes and the limit.
    static func check(_ content: MessageContent, bundleID: String?) throws {
        let id = Identifier(.message, at: .distantFuture)
        let delivery = Identifier(.delivery, at: .distantFuture)
        let envelope = Envelope(
            id: id.description, delivery: delivery.description,
            to: SubscriberTag(sha256: [UInt8](repeating: 0, count: 32)), expires: 1_999_999_999)
        if content.encrypt == .device {
            let plaintext = SealedContent(content, envelope: envelope).encoded()
            let form: PushPayload.Form = content.form == .silent || !content.isVisible ? .silent : .visible
            let sealed = String(
                repeating: "A",
                count: Base64URL.encodedCount(of: plaintext.count + MessageSealing.overheadByteCount))
            _ = try PushPayload.render(
                sealed: sealed, keyID: String(repeating: "k", count: keyIDByteLimit), envelope: envelope,
                content: content, form: form)
        } else {
            let form: PushPayload.Form = content.form == .silent || !content.isVisible ? .silent : .visible
            _ = try PushPayload.render(content, envelope: envelope, form: form)
        }
    }
}
