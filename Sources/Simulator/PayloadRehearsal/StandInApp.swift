import Foundation
import ProcessLocal
import SimulatedDevice

/// The app of a rehearsal: it has every callback that a push can lead to, and notes each with its arguments.
@MainActor
final class StandInApp: UIResponder, UIApplicationDelegate {
    nonisolated static let group = "group.tidings.rehearsal"
    private let situation: Situation
    private let category: String?
    private let hasCalls: Bool
    private let center: StandInDelegate

    init(_ situation: Situation, category: String?, hasCalls: Bool) {
        self.situation = situation
        self.hasCalls = hasCalls
        center = StandInDelegate(situation)
        self.category = category
    }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        note("application(_:willFinishLaunchingWithOptions:)", launch(application, launchOptions))
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        note("application(_:didFinishLaunchingWithOptions:)", launch(application, launchOptions))
        let notifications = UNUserNotificationCenter.current()
        if situation.has(.delegate) { notifications.delegate = center }
        if let category {
            notifications.setNotificationCategories([
                UNNotificationCategory(
                    identifier: category, actions: [], intentIdentifiers: [], options: [.customDismissAction])
            ])
        }
        if hasCalls { StandInCalls.shared.value = StandInCalls(situation) }
        SharedSecret.keep()
        SimulatedProcess.current.onCommand(Self.register)
        return true
    }

    /// Asks for permission and registers, as a person's first use of an app leads to.
    @Sendable private static func register(_ line: String) async -> String {
        let more: UNAuthorizationOptions = line.hasSuffix("provisional") ? [.provisional] : []
        let options: UNAuthorizationOptions = [.alert, .sound, .badge, .criticalAlert]
        let isAllowed = try? await UNUserNotificationCenter.current().requestAuthorization(options: options.union(more))
        UIApplication.shared.registerForRemoteNotifications()
        return "\(isAllowed ?? false)"
    }

    private func launch(
        _ application: UIApplication, _ options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> [String: String] {
        let push = options?[.remoteNotification] as? [AnyHashable: Any]
        return ["state": application.applicationState.word, "remoteNotification": push.map(keys) ?? "none"]
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        note(
            "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
            ["state": application.applicationState.word, "userInfo": keys(of: userInfo)],
            answer: situation.has(.lateApp) ? "none" : "newData")
        if !situation.has(.lateApp) { completionHandler(.newData) }
    }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        note(
            "application(_:configurationForConnecting:options:)",
            ["notificationResponse": options.notificationResponse?.actionIdentifier.word ?? "none"])
        let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
        configuration.delegateClass = StandInScene.self
        return configuration
    }

    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        note("applicationProtectedDataDidBecomeAvailable(_:)")
    }
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
        note("applicationProtectedDataWillBecomeUnavailable(_:)")
    }
    func applicationWillTerminate(_ application: UIApplication) { note("applicationWillTerminate(_:)") }
    func applicationDidBecomeActive(_ application: UIApplication) { note("applicationDidBecomeActive(_:)") }
    func applicationWillResignActive(_ application: UIApplication) { note("applicationWillResignActive(_:)") }
    func applicationDidEnterBackground(_ application: UIApplication) { note("applicationDidEnterBackground(_:)") }
    func applicationWillEnterForeground(_ application: UIApplication) { note("applicationWillEnterForeground(_:)") }
}

/// The scene delegate of the app.
@MainActor
final class StandInScene: UIResponder, UISceneDelegate {
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        note(
            "scene(_:willConnectTo:options:)",
            ["notificationResponse": connectionOptions.notificationResponse?.actionIdentifier.word ?? "none"])
    }
    func sceneWillEnterForeground(_ scene: UIScene) { note("sceneWillEnterForeground(_:)") }
    func sceneDidBecomeActive(_ scene: UIScene) { note("sceneDidBecomeActive(_:)") }
    func sceneWillResignActive(_ scene: UIScene) { note("sceneWillResignActive(_:)") }
    func sceneDidEnterBackground(_ scene: UIScene) { note("sceneDidEnterBackground(_:)") }
    func sceneDidDisconnect(_ scene: UIScene) { note("sceneDidDisconnect(_:)") }
}

/// The notification centre delegate of the app: it presents with everything unless the situation says otherwise.
final class StandInDelegate: NSObject, UNUserNotificationCenterDelegate {
    private let situation: Situation

    init(_ situation: Situation) { self.situation = situation }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        note(
            "userNotificationCenter(_:willPresent:withCompletionHandler:)", arguments(of: notification.request),
            answer: situation.has(.lateApp)
                ? "none" : situation.has(.quietApp) ? "no options" : "banner, list, sound, badge")
        guard !situation.has(.lateApp) else { return }
        completionHandler(situation.has(.quietApp) ? [] : [.banner, .list, .sound, .badge])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        note(
            "userNotificationCenter(_:didReceive:withCompletionHandler:)",
            ["action": response.actionIdentifier.word].merging(arguments(of: response.notification.request)) { $1 })
        completionHandler()
    }
}

/// Puts a call of the program on the timeline.
func note(_ name: String, _ arguments: [String: String] = [:], answer: String? = nil) {
    var details = arguments
    details["name"] = name
    details["answer"] = answer
    SimulatedProcess.current.log("callback", details)
}

/// What a program sees of a request.
func arguments(of request: UNNotificationRequest) -> [String: String] {
    let content = request.content
    return [
        "identifier": request.identifier, "title": content.title, "subtitle": content.subtitle, "body": content.body,
        "categoryIdentifier": content.categoryIdentifier, "threadIdentifier": content.threadIdentifier,
        "userInfo": keys(of: content.userInfo),
    ].filter { !$0.value.isEmpty }
}

/// The keys of a payload, in alphabetical order.
func keys(of userInfo: [AnyHashable: Any]) -> String {
    userInfo.keys.compactMap { $0 as? String }.sorted().joined(separator: ", ")
}

extension UIApplication.State {
    fileprivate var word: String {
        switch self {
        case .active: "active"
        case .inactive: "inactive"
        case .background: "background"
        }
    }
}

extension String {
    /// The end of an action's identifier, which is what tells it apart.
    fileprivate var word: String {
        switch self {
        case UNNotificationDefaultActionIdentifier: "default"
        case UNNotificationDismissActionIdentifier: "dismiss"
        default: self
        }
    }
}
