import Foundation
import PushCrypto
package import PushModel

/// The mark on a payload whose content this install has decrypted and put in place of the placeholder.
///
/// It travels from the extension to the app inside the payload, where a sender could write too, so it carries a MAC
/// under a key that is derived from the private key of the pair: only this install can make it.
package enum DecryptionMark {
    /// The member of the envelope that holds the mark.
    package static let key = "shown"

    /// The `userInfo` with the mark set; unchanged if there is no key to make it with.
    package static func marking(_ userInfo: [AnyHashable: Any], vault: KeyVault) -> [AnyHashable: Any] {
        guard let payload = PushPayload(userInfo: userInfo), let mark = mark(of: payload, vault: vault),
            var envelope = userInfo[Envelope.rootKey] as? [AnyHashable: Any]
        else { return userInfo }
        var marked = userInfo
        envelope[key] = mark
        marked[Envelope.rootKey] = envelope
        return marked
    }

    /// Whether the payload carries a mark that this install made.
    package static func isValid(in payload: PushPayload, vault: KeyVault) -> Bool {
        guard let found = payload.envelope.unknown[key]?.string, let mark = mark(of: payload, vault: vault) else {
            return false
        }
        return constantTimeEqual(Array(found.utf8), Array(mark.utf8))
    }

    private static func mark(of payload: PushPayload, vault: KeyVault) -> String? {
        guard let sealed = payload.envelope.sealed, let ring = KeyRing.read(from: vault),
            let keys = ring.keys(id: payload.envelope.keyID)
        else { return nil }
        // Not the auth secret alone: the server knows that.
        let key = SHA256.hash(Array("tidings mark".utf8) + keys.privateKey.copied() + keys.authSecret)
        let text = Array("\(payload.envelope.id)\u{1f}\(sealed)".utf8)
        return Base64URL.encode(HMACSHA256.code(for: text, key: key))
    }
}
