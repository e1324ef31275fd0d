import Foundation
import ProcessLocal
import Tidings
import UIKit
import UserNotifications

/// A small app that uses the SDK as any app would, and tells its simulated phone what it hears.
@main
final class SampleAppDelegate: TidingsAppDelegate, TidingsDelegate {
    /// Whether the app takes over every message instead of having it presented.
    var interceptsMessages = false

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        guard let settings = SampleSettings(SimulatedProcess.current.environment) else {
            SimulatedProcess.current.log("misconfigured", ["reason": SampleSettings.requirement])
            return super.application(application, didFinishLaunchingWithOptions: launchOptions)
        }
        settings.configure()
        if let user = settings.user { Tidings.identify(user, hash: settings.identityHash) }
        Tidings.delegate = self
        SampleCommands(app: self).install()
        if settings.registersAtLaunch { SimulatedProcess.current.task { await Self.register() } }
        if settings.isReadyAtLaunch { Tidings.ready() }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
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
        SimulatedProcess.current.log("registration", ["outcome": outcome])
        return outcome
    }

    func tidingsShouldPresent(_ notification: ReceivedNotification) -> Bool {
        SimulatedProcess.current.log(
            "asked",
            [
                "id": notification.messageID, "title": notification.title, "body": notification.body,
                "presents": String(!interceptsMessages),
            ])
        return !interceptsMessages
    }

    func tidingsDidReceive(_ notification: ReceivedNotification) {
        SimulatedProcess.current.log(
            "silent", ["id": notification.messageID, "data": notification.data.description])
    }

    func tidingsDidOpen(_ open: NotificationOpen) {
        var details = ["id": open.notification.messageID, "title": open.notification.title]
        details["action"] = open.action
        details["input"] = open.input
        details["deepLink"] = open.notification.deepLink
        SimulatedProcess.current.log("opened", details)
    }

    func tidingsOpenDeepLink(_ url: URL, of open: NotificationOpen) -> Bool {
        SimulatedProcess.current.log("deepLink", ["url": url.absoluteString, "id": open.notification.messageID])
        return url.scheme == "sample"
    }
}
