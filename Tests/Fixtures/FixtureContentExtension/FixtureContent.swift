import ProcessLocal
import UserNotificationsUI

/// A content extension for tests of the child-process host: the title says what it does.
@MainActor
final class FixtureContent: NSObject, UNNotificationContentExtension {
    nonisolated override init() {}

    func didReceive(_ notification: UNNotification) {
        let content = notification.request.content
        if content.title == "exit" { exit(5) }
        SimulatedProcess.current.log("drawn", ["title": content.title, "onMain": "\(Thread.isMainThread)"])
    }

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) { completion(response.actionIdentifier == "stay" ? .doNotDismiss : .dismissAndForwardAction) }
}
