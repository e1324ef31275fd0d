import ProcessLocal
import SimulatedDevice
import Testing

/// An app delegate that does what a test wants at launch, takes silent pushes, and hands responses to its notes.
@MainActor
final class ScriptedDelegate: DelegateNotes, UIApplicationDelegate {
    private let atLaunch: @MainActor () -> Void
    private let center = CenterDelegate()

    init(atLaunch: @escaping @MainActor () -> Void = {}) { self.atLaunch = atLaunch }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = center
        atLaunch()
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        SimulatedProcess.current.log("fetch", ["number": "\(userInfo["number"] ?? "")"])
        if userInfo["never"] == nil { completionHandler(.newData) }
    }

    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        SimulatedProcess.current.log("open", ["url": url.absoluteString])
        return true
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        SimulatedProcess.current.log("continue", ["url": userActivity.webpageURL?.absoluteString ?? ""])
        return true
    }
}

extension TestPhone {
    /// Runs code as the app that runs on the phone.
    func inApp<Result>(_ body: () async throws -> Result) async throws -> Result {
        let process = try #require(device.inProcessApp(bundleID))
        return try await SimulatedProcess.$bound.withValue(process) { try await body() }
    }

    /// Adds a notification as the app.
    func add(
        _ identifier: String, _ trigger: () -> UNNotificationTrigger?,
        changing change: (UNMutableNotificationContent) -> Void = { _ in }
    ) async throws {
        try await inApp {
            let content = UNMutableNotificationContent()
            content.body = identifier
            change(content)
            try await UNUserNotificationCenter.current().add(
                UNNotificationRequest(identifier: identifier, content: content, trigger: trigger()))
        }
    }

    /// Lets the device's time go on once somebody waits for it.
    func advance(by duration: Duration, sleepers: Int = 1) async {
        await time.waitForSleepers(sleepers)
        await time.advance(by: duration)
    }
}
