import ProcessLocal
import UIKit
import UserNotifications

/// An app for tests of the child-process host: registers, asks for permission, and notes what it is told.
@main
final class FixtureApp: UIResponder, UIApplicationDelegate {
    private let center = FixtureCenter()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let process = SimulatedProcess.current
        process.log("didFinish", ["push": "\(launchOptions?[.remoteNotification] != nil)"])
        let center = UNUserNotificationCenter.current()
        center.delegate = self.center
        center.requestAuthorization(options: [.alert, .badge, .sound]) { isGranted, _ in
            process.log("permission", ["granted": "\(isGranted)"])
        }
        let actions = ["stay", "forward"].map { UNNotificationAction(identifier: $0, title: $0) }
        center.setNotificationCategories([
            UNNotificationCategory(identifier: "chat", actions: actions, intentIdentifiers: [])
        ])
        application.registerForRemoteNotifications()
        process.onCommand { line in
            switch line {
            case "exit": exit(3)
            case "online": return "\(SimulatedProcess.current.network.isOnline)"
            case "thread": return await MainActor.run { "\(Thread.isMainThread)" }
            case "lock": return lockSharedFile()
            case "remember":
                UserDefaults.standard.set("this", forKey: "memory")
                return "\(UserDefaults.standard.synchronize())"
            case "recall": return UserDefaults.standard.string(forKey: "memory") ?? "nothing"
            case "interval":
                return "\(UNTimeIntervalNotificationTrigger(timeInterval: 59, repeats: true).timeInterval)"
            case "pid": return "\(getpid())"
            default: return "heard \(line)"
            }
        }
        return true
    }

    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        SimulatedProcess.current.log("didRegister", ["bytes": "\(deviceToken.count)"])
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        SimulatedProcess.current.log("fetch")
        completionHandler(.newData)
        if userInfo["twice"] != nil { completionHandler(.newData) }
    }
}

/// Locks a file of the shared container and keeps the lock.
private func lockSharedFile() -> String {
    guard let folder = SimulatedProcess.current.containers.group("group.dev.tidings") else { return "no group" }
    let descriptor = open(folder.appendingPathComponent("journal").path, O_CREAT | O_RDWR, 0o600)
    return descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? "locked" : "failed"
}

/// The fixture's notification centre delegate.
final class FixtureCenter: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        SimulatedProcess.current.log("willPresent", ["title": notification.request.content.title])
        return [.banner, .list]
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {
        SimulatedProcess.current.log("didReceive", ["action": response.actionIdentifier])
    }
}
