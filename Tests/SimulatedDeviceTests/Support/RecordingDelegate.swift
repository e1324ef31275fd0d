import ProcessLocal
import SimulatedDevice
import UIKit
import UserNotifications

/// The methods of an app delegate that puts every call on the timeline.
///
/// Not itself a delegate: on Linux only the methods that the conforming class has, or inherits, are seen.
@MainActor
class DelegateNotes: UIResponder {
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        note("willFinish", launchOptions)
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        note("didFinish", launchOptions)
        return true
    }

    private func note(_ name: String, _ options: [UIApplication.LaunchOptionsKey: Any]?) {
        SimulatedProcess.current.log(
            name,
            ["push": "\(options?[.remoteNotification] != nil)", "state": "\(UIApplication.shared.applicationState)"])
    }

    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        SimulatedProcess.current.log("didRegister", ["bytes": "\(deviceToken.count)"])
    }

    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        SimulatedProcess.current.log("didFail", ["error": "\((error as NSError).code)"])
    }

    func applicationDidBecomeActive(_ application: UIApplication) { SimulatedProcess.current.log("didBecomeActive") }
    func applicationWillEnterForeground(_ application: UIApplication) {
        SimulatedProcess.current.log("willEnterForeground")
    }
    func applicationDidEnterBackground(_ application: UIApplication) {
        SimulatedProcess.current.log("didEnterBackground")
    }
    func applicationWillTerminate(_ application: UIApplication) { SimulatedProcess.current.log("willTerminate") }
}

/// A delegate with nothing more.
@MainActor
final class BareDelegate: DelegateNotes, UIApplicationDelegate {}

/// The same with a notification centre delegate, permission, registration and silent pushes.
@MainActor
final class RecordingDelegate: DelegateNotes, UIApplicationDelegate {
    let center = CenterDelegate()

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = center
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}

/// A notification centre delegate in the completion form.
final class CenterDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        SimulatedProcess.current.log(
            "willPresent", ["id": notification.request.identifier, "body": notification.request.content.body])
        switch notification.request.content.userInfo["present"] as? String {
        case "nothing": completionHandler([])
        case "never": break
        case "twice":
            completionHandler([.banner, .list])
            completionHandler([])
        case "list": completionHandler([.list])
        case "elsewhere": SimulatedProcess.current.task { completionHandler([.list]) }
        default: completionHandler([.banner, .list, .sound, .badge])
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        var details = [
            "id": response.notification.request.identifier, "action": response.actionIdentifier,
        ]
        if let text = (response as? UNTextInputNotificationResponse)?.userText { details["text"] = text }
        SimulatedProcess.current.log("didReceive", details)
        completionHandler()
    }
}
