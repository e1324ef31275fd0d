import ProcessLocal
import UserNotifications

/// Stands for another push SDK in the same app: it decides about its own notifications and leaves those of others alone.
final class ForeignPushSDK: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        guard isOwn(notification) else { return completionHandler([]) }
        SimulatedProcess.current.log("foreignAsked", ["id": notification.request.identifier])
        completionHandler([.list])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        if isOwn(response.notification) {
            SimulatedProcess.current.log("foreignOpened", ["id": response.notification.request.identifier])
        }
        completionHandler()
    }

    private func isOwn(_ notification: UNNotification) -> Bool {
        notification.request.content.userInfo["foreign"] != nil
    }
}
