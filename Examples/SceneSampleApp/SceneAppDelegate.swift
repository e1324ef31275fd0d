import Foundation
import ProcessLocal
import SampleSupport
import Tidings
import UIKit
import UserNotifications

/// A UIKit app with scenes and a second push SDK; it registers and says who uses it when whoever drives the phone says so.
@main
final class SceneAppDelegate: TidingsAppDelegate, TidingsDelegate {
    private var interceptsMessages = false
    /// The notification centre holds it weakly.
    private var foreign: ForeignPushSDK?

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        // Most push SDKs make themselves the centre's delegate. This one was there first, and Tidings keeps it.
        let foreign = ForeignPushSDK()
        UNUserNotificationCenter.current().delegate = foreign
        if SampleFault.current != .robForeign { self.foreign = foreign }

        let environment = ProcessInfo.processInfo.environment
        if let url = environment["TIDINGS_URL"].flatMap(URL.init(string:)),
            let key = environment["TIDINGS_PUBLISHABLE_KEY"]
        {
            configure(Configuration(publishableKey: key, url: url))
        }
        Tidings.delegate = self
        SampleCommands(
            register: { await Self.register(provisional: $0) }, intercept: { self.interceptsMessages = $0 }
        ).install()
        Tidings.ready()
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    /// Starts the SDK, with notes of what the server takes, and with a broken part if a fault is named.
    private func configure(_ configuration: Configuration) {
        var dependencies = PushClient.Dependencies.live(configuration)
        SampleFault.current?.replaceParts(of: &dependencies)
        dependencies.noteRegistrations()
        Tidings.configure(configuration, dependencies: dependencies)
    }

    private static func register(provisional: Bool) async -> String {
        do {
            return try await Tidings.registerForPush(provisional: provisional) ? "granted" : "not granted"
        } catch {
            return "\(error)"
        }
    }

    func tidingsShouldPresent(_ notification: ReceivedNotification) -> Bool {
        SimulatedProcess.current.log("asked", ["id": notification.messageID])
        return !interceptsMessages
    }

    func tidingsDidOpen(_ open: NotificationOpen) {
        SimulatedProcess.current.log("opened", ["id": open.notification.messageID])
    }

    func tidingsOpenDeepLink(_ url: URL, of open: NotificationOpen) -> Bool { url.scheme == "sample" }
}
