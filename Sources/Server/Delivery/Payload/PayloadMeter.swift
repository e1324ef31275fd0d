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
        do throws(PushModelError) {
            let count = try? byteCount(ciphertext, content)
            try PushPayload.check(count ?? .max, PushType.usualPayloadByteLimit)
            return nil
        } catch {
            return error.message
        }
    }

    /// The bytes of a message's payload in the largest form that it can take on a device.
    ///
    /// Of a sealed one without the padding, which never makes it too large. Of a plan also as the push that stands in for it.
    static func byteCount(_ content: MessageContent) throws -> Int {
        var standIn = envelope
        standIn.instead = envelope.id
        return try max(
            byteCount(content, envelope), content.fallback.map { try byteCount($0, standIn) } ?? 0)
    }

    private static func byteCount(_ content: MessageContent, _ envelope: Envelope) throws -> Int {
        let form = content.form(hasServiceExtension: true)
        guard content.encrypt == .device else {
            return try PushPayload.render(content, envelope: envelope, form: form, byteLimit: .max).count
        }
        let plaintext = SealedContent(content, envelope: envelope).encoded()
        let sealed = String(
            repeating: "A", count: Base64URL.encodedCount(of: plaintext.count + MessageSealing.overheadByteCount))
        // The silent form can be the longer one, and a device without the extension gets it.
        return try (form == .visible ? [form, .silent] : [.silent]).map { form in
            try PushPayload.render(
                sealed: sealed, keyID: longestKeyID, envelope: envelope, content: content, form: form, byteLimit: .max
            ).count
        }.max() ?? 0
    }

    /// Checks every form that the message can take on a device.
    ///
    /// - Throws: `payload_too_large` with the bytes and the limit.
    static func check(_ content: MessageContent, truncates: Bool) throws {
        let limit = PushType.usualPayloadByteLimit
        let count = try byteCount(content)
        if count > limit, truncates {
            let cut = Truncation.fit(content) { ((try? byteCount($0)) ?? .max) - limit }
            if cut != nil { return }
        }
        try PushPayload.check(count, limit)
    }

    /// The bytes of what a caller sealed, in the largest form.
    static func byteCount(_ ciphertext: Ciphertext, _ content: MessageContent) throws -> Int {
        try [PushPayload.Form.visible, .silent].map { form in
            try PushPayload.render(
                sealed: ciphertext.body, keyID: ciphertext.keyID, envelope: envelope, content: content, form: form,
                byteLimit: .max
            ).count
        }.max() ?? 0
    }
}
