package import Foundation
import PushCrypto
package import PushModel

/// Opens pushes: decrypts, and refuses what is not meant to be seen here and now.
package struct MessageReader: Sendable {
    /// Why a push is not shown as it was meant.
    package enum Refusal: String, Error, Equatable {
        /// It is for somebody who used this install before.
        case otherSubscriber = "other_subscriber"
        /// It came after its time.
        case expired
        /// Its id came before with another content: a replay that was tampered with.
        case contradiction
        /// This install has no key of that name; it may be shut before the first unlock.
        case noKey = "no_key"
        /// It does not open, or what is inside is not for this message.
        case undecipherable
        /// It was sealed in a way that is not known here: by a newer version, or in another content coding.
        case unknownCoding = "unknown_coding"
    }

    /// What reading a push came to.
    package enum Reading: Sendable, Equatable {
        /// It may be shown; a repeat counts no second time and makes no sound.
        case message(ReceivedMessage, isRepeat: Bool)
        /// It may not be shown; whatever placeholder it has stays.
        case refused(Refusal)
    }

    private let vault: KeyVault
    private let recipients: Set<String>?

    /// Creates a reader.
    ///
    /// The recipients are the subscribers whose messages may be shown; nil if this install knows of none yet.
    package init(vault: KeyVault, recipients: [String]?) {
        self.vault = vault
        self.recipients = recipients.map { Set($0.map { Self.tag(of: $0).description }) }
    }

    /// The short digest by which a push names a subscriber.
    package static func tag(of subscriber: String) -> SubscriberTag {
        SubscriberTag(sha256: SHA256.hash(Array(subscriber.utf8)))
    }

    /// Reads a push and counts its content: the second time it is a repeat, in whichever process.
    package func read(_ payload: PushPayload, counting ledger: ClaimLedger, now: Date) -> Reading {
        switch open(payload) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let opened):
            if let refusal = refusal(of: payload, opened.sealed, now: now) { return .refused(refusal) }
            switch ledger.claim(.content, message: payload.envelope.id, note: opened.digest) {
            case .first: return .message(opened.message, isRepeat: false)
            case .repeated(let note) where note.isEmpty || opened.digest.isEmpty || note == opened.digest:
                return .message(opened.message, isRepeat: true)
            case .repeated: return .refused(.contradiction)
            }
        }
    }

    /// Reads a push without counting it, under the same rules otherwise.
    package func peek(_ payload: PushPayload, now: Date) -> Reading {
        switch open(payload) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let opened):
            if let refusal = refusal(of: payload, opened.sealed, now: now) { return .refused(refusal) }
            return .message(opened.message, isRepeat: false)
        }
    }

    private struct Opened {
        var message: ReceivedMessage
        var sealed: SealedContent?
        /// Digest of the sealed content; empty for a push in clear, which may be re-rendered for a resend.
        var digest: String
    }

    private func open(_ payload: PushPayload) -> Result<Opened, Refusal> {
        guard payload.envelope.isSealed else {
            return .success(Opened(message: ReceivedMessage(clear: payload), sealed: nil, digest: ""))
        }
        guard let ring = KeyRing.read(from: vault), let keys = ring.keys(id: payload.envelope.keyID) else {
            return .failure(.noKey)
        }
        guard let plain = SealedText.open(payload.envelope.sealed, with: keys) else {
            let isKnown =
                payload.envelope.version <= Envelope.currentVersion && SealedText.isKnown(payload.envelope.sealed)
            return .failure(isKnown ? .undecipherable : .unknownCoding)
        }
        guard let content = try? SealedContent(decrypted: plain), content.id == payload.envelope.id else {
            return .failure(.undecipherable)
        }
        let message = ReceivedMessage(content, in: payload)
        return .success(Opened(message: message, sealed: content, digest: StableDigest.hex(of: plain)))
    }

    private func refusal(of payload: PushPayload, _ content: SealedContent?, now: Date) -> Refusal? {
        for tag in [payload.envelope.to, content?.to] {
            // The tag in clear is not protected; the sealed one is. Both have to fit.
            if let tag, let recipients, !recipients.contains(tag.description) { return .otherSubscriber }
        }
        for second in [payload.envelope.expires, content?.expires] {
            if let second, Double(second) < now.timeIntervalSince1970 { return .expired }
        }
        return nil
    }
}

/// The sealed text of an envelope.
enum SealedText {
    /// Opens base64url text; nil if anything is wrong with it.
    static func open(_ text: String?, with keys: PayloadKeys) -> [UInt8]? {
        guard let text, let body = try? Base64URL.decode(text) else { return nil }
        return try? MessageSealing.open(body, with: keys)
    }

    /// Whether the text begins as the one content coding does that is known here.
    static func isKnown(_ text: String?) -> Bool {
        guard let text, let body = try? Base64URL.decode(text) else { return false }
        return MessageSealing.isSealed(body)
    }
}
