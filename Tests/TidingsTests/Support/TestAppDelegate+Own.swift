import UIKit
import UserNotifications

extension TestAppDelegate {
    /// Makes each window the best for notifications that name it.
    @MainActor static func claimTargets() {
        for scene in UIApplication.shared.connectedScenes {
            let name = scene.session.persistentIdentifier
            scene.activationConditions.prefersToActivateForTargetContentIdentifierPredicate = NSPredicate { target, _ in
                target as? String == name
            }
        }
    }

    /// Leaves so many notifications of the app's own with the system, far ahead.
    static func planOwn(_ count: Int) async {
        let center = UNUserNotificationCenter.current()
        let own = await center.pendingNotificationRequests().map(\.identifier).filter { $0.hasPrefix("own") }
        center.removePendingNotificationRequests(withIdentifiers: own)
        for number in 0..<count {
            let content = UNMutableNotificationContent()
            content.title = "Own"
            let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 1_000_000, repeats: false)
            try? await center.add(
                UNNotificationRequest(identifier: "own\(number)", content: content, trigger: trigger))
        }
    }
}
