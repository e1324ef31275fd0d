import Foundation
import Tidings
import UIKit
import UserNotifications

#if os(Linux)
    import SampleSupport
#endif

/// Configures the SDK, asks for permission, and notes what it hears.
final class SampleAppDelegate: TidingsAppDelegate, TidingsDelegate, UNUserNotificationCenterDelegate {
    /// Whether the app takes over every message instead of having it presented.
    var interceptsMessages = false

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Tidings.addNotificationDelegate(self)
        if let settings = SampleSettings.current {
            start(settings)
        } else {
            Diary.shared.note("misconfigured", ["reason": SampleSettings.requirement])
            Task { await Self.askAndRegister() }
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    private func start(_ settings: SampleSettings) {
        settings.configure()
        if let user = settings.user { Tidings.identify(user, hash: settings.identityHash) }
        Tidings.delegate = self
        if settings.takesCalls { startCalls() }
        #if os(Linux)
            SampleCommands(
                register: { await Self.register(provisional: $0) }, intercept: { self.interceptsMessages = $0 }
            ).install()
        #endif
        if settings.registersAtLaunch { Task { await Self.register() } }
        if settings.isReadyAtLaunch { Tidings.ready() }
    }

    /// Asks for permission and notes what came of it.
    @discardableResult
    static func register(provisional: Bool = false) async -> String {
        let outcome: String
        do {
            outcome = try await Tidings.registerForPush(provisional: provisional) ? "granted" : "not granted"
        } catch {
            outcome = "\(error)"
        }
        Diary.shared.note("registration", ["outcome": outcome])
        return outcome
    }

    /// What an app without a server does: permission and a token, no more.
    private static func askAndRegister() async {
        let center = UNUserNotificationCenter.current()
        let isGranted = (try? await center.requestAuthorization(options: [.alert, .badge, .sound])) ?? false
        if !isGranted { Diary.shared.note("guidance", ["text": "Notifications can be allowed in Settings."]) }
        UIApplication.shared.registerForRemoteNotifications()
    }

    func tidingsShouldPresent(_ notification: ReceivedNotification) -> Bool {
        Diary.shared.note(
            "asked",
            [
                "id": notification.messageID, "title": notification.title, "body": notification.body,
                "presents": String(!interceptsMessages),
            ])
        return !interceptsMessages
    }

    func tidingsDidReceive(_ notification: ReceivedNotification) {
        Diary.shared.note("silent", ["id": notification.messageID, "data": notification.data.description])
    }

    func tidingsDidOpen(_ open: NotificationOpen) {
        var details = ["id": open.notification.messageID, "title": open.notification.title]
        details["action"] = open.action
        details["input"] = open.input
        details["deepLink"] = open.notification.deepLink
        Diary.shared.note("opened", details)
    }

    func tidingsOpenDeepLink(_ url: URL, of open: NotificationOpen) -> Bool {
        Diary.shared.note("deepLink", ["url": url.absoluteString, "id": open.notification.messageID])
        return url.scheme == "sample"
    }

    /// Lets notifications that are not from Tidings appear while the app is open.
    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.list, .banner, .sound])
    }
}
