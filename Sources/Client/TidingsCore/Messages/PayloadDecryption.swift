import Foundation
import PushCrypto
public import PushModel

/// What a sealed push says, as this device reads it.
public struct DecryptedPayload: Sendable, Equatable {
    /// The message's id.
    public let messageID: String
    /// The conversation that it belongs to.
    public let conversation: String?
    /// The first line; empty if there is none.
    public let title: String
    /// The second line; empty if there is none.
    public let subtitle: String
    /// The text; empty if there is none.
    public let body: String
    /// What opening it opens.
    public let deepLink: String?
    /// The sender's own members.
    public let data: JSONObject
    /// The message with everything that the SDK itself needs.
    package let message: ReceivedMessage

    /// Shows a message in this form.
    package init(_ message: ReceivedMessage) {
        self.message = message
        messageID = message.id
        conversation = message.conversation
        title = message.banner.title ?? ""
        subtitle = message.banner.subtitle ?? ""
        body = message.banner.body ?? ""
        deepLink = message.deepLink
        data = message.data
    }
}

/// Decryption as plain functions, for apps that already have a service extension of their own.
public enum PayloadDecryption {
    /// Decrypts a sealed push of ours.
    ///
    /// - Parameters:
    ///   - userInfo: The payload.
    ///   - appGroup: The group whose Keychain items hold the keys; `group.` and the app's bundle id by default.
    /// - Returns: Nil if the push is not ours or not sealed, a field is missing, there is no key yet, it was sealed for
    ///   somebody else, or it does not open. The placeholder has to stay then.
    public static func decrypt(userInfo: [AnyHashable: Any], appGroup: String? = nil) -> DecryptedPayload? {
        decrypt(userInfo: userInfo, vault: .keychain(group: appGroup ?? SharedFolder.defaultGroup))
    }

    /// Whether this install has decrypted the push already, so that the texts beside the payload are the real ones.
    ///
    /// The mark is authenticated with a key of this install: a sender cannot set it.
    public static func isDecrypted(_ userInfo: [AnyHashable: Any], appGroup: String? = nil) -> Bool {
        guard let payload = PushPayload(userInfo: userInfo) else { return false }
        return DecryptionMark.isValid(in: payload, vault: .keychain(group: appGroup ?? SharedFolder.defaultGroup))
    }

    package static func decrypt(userInfo: [AnyHashable: Any], vault: KeyVault) -> DecryptedPayload? {
        guard let payload = PushPayload(userInfo: userInfo), payload.envelope.isSealed else { return nil }
        let reader = MessageReader(vault: vault, recipients: nil)
        guard case .message(let message, _) = reader.peek(payload, now: .distantPast) else { return nil }
        return DecryptedPayload(message)
    }
}
