import UIKit
import UserNotifications
import UserNotificationsUI

/// Shows the messages of a notification that the person opens up; the app sends what they reply.
final class NotificationContent: UIViewController, UNNotificationContentExtension {
    /// What stands on the screen; on a phone it goes into a label.
    private(set) var lines: [String] = []

    func didReceive(_ notification: UNNotification) {
        let content = notification.request.content
        lines.append("\(content.userInfo["sender"] as? String ?? "Somebody"): \(content.body)")
    }

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        if let text = (response as? UNTextInputNotificationResponse)?.userText { lines.append("You: \(text)") }
        completion(.dismissAndForwardAction)
    }
}
