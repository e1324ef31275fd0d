internal import Foundation
internal import PushCrypto
package import PushModel
package import Storage

/// What a message is for one device: the bytes and the kind of push that they are.
package struct DevicePayload: Sendable, Equatable {
    /// `alert` or `background`.
    package let form: PushPayload.Form
    /// The JSON in UTF-8.
    package let bytes: [UInt8]

    /// Why a device does not get a message.
    package enum Refusal: Error, Sendable, Equatable {
        /// The message is encrypted and the device has registered no key.
        case noEncryptionKey
        /// The payload is over the limit.
        case tooLarge
        /// The device's key cannot be used.
        case unusableKey
    }

    /// Renders, and seals where the sender asked for it.
    ///
    /// Texts are cut until they fit if the sender asked for that. A sealed push is visible only where an extension can decrypt it before it is shown.
    ///
    /// - Throws: `Refusal`.
    package init(
        _ content: MessageContent, message: Identifier, insteadOf plan: Identifier? = nil, for delivery: DueDelivery,
        truncates: Bool = false
    ) throws {
        var envelope = Envelope(
            id: message.description, delivery: delivery.id.description,
            to: Self.tag(of: delivery.externalID),
            expires: Int(delivery.expiresAt.timeIntervalSince1970))
        envelope.instead = plan?.description
        if let ciphertext = delivery.ciphertext {
            try self.init(ciphertext, content, envelope: envelope, showsSealed: delivery.showsSealed)
            return
        }
        do {
            try self.init(
                content, envelope: envelope, key: delivery.encryption, showsSealed: delivery.showsSealed)
        } catch Refusal.tooLarge where truncates {
            let limit = PushType.usualPayloadByteLimit
            let cut = Truncation.fit(content) { content in
                ((try? PayloadMeter.byteCount(content)) ?? .max) - limit
            }
            guard let cut else { throw Refusal.tooLarge }
            try self.init(cut, envelope: envelope, key: delivery.encryption, showsSealed: delivery.showsSealed)
        }
    }

    /// Renders and seals what an envelope is about.
    ///
    /// - Parameters:
    ///   - content: What the message says.
    ///   - envelope: Which message it is, for whom, and until when.
    ///   - key: The device's key, if it has one.
    ///   - showsSealed: Whether the device gets encrypted pushes in the visible form.
    /// - Throws: `Refusal`.
    package init(
        _ content: MessageContent, envelope: Envelope, key: DeviceEncryption?, showsSealed: Bool
    ) throws {
        var envelope = envelope
        let wish = content.form(hasServiceExtension: showsSealed)
        guard content.encrypt == .device else {
            form = wish
            do { bytes = try PushPayload.render(content, envelope: envelope, form: form) } catch {
                throw Refusal.tooLarge
            }
            return
        }
        guard let key else { throw Refusal.noEncryptionKey }
        form = showsSealed ? wish : .silent
        envelope.keyID = key.keyID
        bytes = try Self.seal(content, envelope: envelope, key: key, form: form)
    }

    /// Renders what the caller sealed.
    ///
    /// - Throws: `Refusal`.
    package init(
        _ ciphertext: Ciphertext, _ content: MessageContent, envelope: Envelope, showsSealed: Bool
    ) throws(Refusal) {
        form = content.form != .silent && showsSealed ? .visible : .silent
        do {
            bytes = try PushPayload.render(
                sealed: ciphertext.body, keyID: ciphertext.keyID, envelope: envelope, content: content, form: form)
        } catch {
            throw Refusal.tooLarge
        }
    }

    /// The tag by which a push names its subscriber.
    package static func tag(of externalID: String) -> SubscriberTag {
        SubscriberTag(Base64URL.encode(Array(SHA256.hash(externalID).prefix(SubscriberTag.byteCount))))
    }

    /// Seals a message's content for a device, as base64url.
    ///
    /// - Throws: `Refusal`.
    package static func sealedContent(
        _ content: MessageContent, envelope: Envelope, key: DeviceEncryption, bodyByteLimit: Int
    ) throws -> String {
        let plaintext = SealedContent(content, envelope: envelope).encoded()
        do {
            let recipient = try PublicKeys(trustedPublicKey: key.publicKey, authSecret: key.auth)
            return Base64URL.encode(
                try MessageSealing.seal(plaintext, to: recipient, bodyByteLimit: bodyByteLimit))
        } catch {
            throw Refusal.unusableKey
        }
    }

    private static func seal(
        _ content: MessageContent, envelope: Envelope, key: DeviceEncryption, form: PushPayload.Form
    ) throws -> [UInt8] {
        let budget = PushPayload.sealedByteBudget(
            keyID: key.keyID, envelope: envelope, content: content, form: form)
        let sealed = try sealedContent(content, envelope: envelope, key: key, bodyByteLimit: budget)
        do {
            return try PushPayload.render(
                sealed: sealed, keyID: key.keyID, envelope: envelope, content: content, form: form)
        } catch {
            throw Refusal.tooLarge
        }
    }
}
