import TidingsCore
public import UserNotifications

extension PayloadDecryption {
    /// Puts a decrypted message in place of the placeholder and marks the payload as decrypted.
    ///
    /// For a service extension of your own: hand on the content afterwards.
    ///
    /// - Parameters:
    ///   - payload: What `decrypt` gave.
    ///   - content: The content of the notification.
    ///   - appGroup: The group whose Keychain items hold the keys; `group.` and the app's bundle id by default.
    public static func apply(
        _ payload: DecryptedPayload, to content: UNMutableNotificationContent, appGroup: String? = nil
    ) {
        ContentWriter.write(
            payload.message, to: content, vault: .keychain(group: appGroup ?? SharedFolder.defaultGroup),
            isRepeat: false)
    }
}
