import Foundation
import ProcessLocal
import Tidings
import UIKit
import UserNotifications

/// Asks for permission at launch and lets notifications that are not from Tidings appear while the app is open.
final class SwiftUISampleDelegate: TidingsAppDelegate, UNUserNotificationCenterDelegate {
    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let environment = SimulatedProcess.current.environment
        if let url = environment["TIDINGS_URL"].flatMap(URL.init(string:)),
            let key = environment["TIDINGS_PUBLISHABLE_KEY"]
        {
            Tidings.configure(publishableKey: key, url: url)
            if let user = environment["TIDINGS_SAMPLE_USER"] { Tidings.identify(user) }
        }
        Tidings.addNotificationDelegate(self)
        let isConfigured = environment["TIDINGS_URL"] != nil
        SimulatedProcess.current.task {
            if isConfigured {
                _ = try? await Tidings.registerForPush()
            } else {
                await Self.askAndRegister()
            }
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    /// What an app without a server does: permission and a token, no more.
    private static func askAndRegister() async {
        let center = UNUserNotificationCenter.current()
        let isGranted = (try? await center.requestAuthorization(options: [.alert, .badge, .sound])) ?? false
        if !isGranted {
            SimulatedProcess.current.log("guidance", ["text": "Notifications can be allowed in Settings."])
        }
        UIApplication.shared.registerForRemoteNotifications()
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.list, .banner, .sound])
    }
}
