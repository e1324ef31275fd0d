internal import ProcessLocal
public import UserNotifications

extension UNNotificationResponse {
    /// The scene that the response is for; nil in the background.
    @MainActor public var targetScene: UIScene? {
        guard let name = wire.scene else { return nil }
        return UIApplication.shared.connectedScenes.first { $0.session.persistentIdentifier == name }
    }
}
