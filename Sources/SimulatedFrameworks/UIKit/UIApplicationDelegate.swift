public import Foundation
internal import ProcessLocal

/// What an app's delegate is told.
///
/// Every method is optional on Apple's platforms. Here each is a requirement with a default, and implementing neither form
/// of a method counts as not having it.
@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The app has started; nothing is restored yet.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// The app has started.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// The device token has come.
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    /// No device token could be had.
    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
    /// A push with `content-available` came: about 30 seconds to say what came of it, exactly once.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
    /// A push with `content-available` came: about 30 seconds to say what came of it.
    func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]) async
        -> UIBackgroundFetchResult
    /// Transfers that went on without the app are done.
    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void)
    /// A scene is about to be made.
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
    /// The person has closed scenes for good.
    func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
    /// Protected files and Keychain items can be read.
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)
    /// Protected files and Keychain items can soon no longer be read.
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
    /// The app is about to end.
    func applicationWillTerminate(_ application: UIApplication)
    /// A URL is to be opened; not called under scenes.
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool
    /// An activity is to be gone on with, such as a universal link; not called under scenes.
    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool
    /// The app is active; not called under scenes.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// The app is about to be inactive; not called under scenes.
    func applicationWillResignActive(_ application: UIApplication)
    /// The app is in the background; not called under scenes.
    func applicationDidEnterBackground(_ application: UIApplication)
    /// The app is about to be in the foreground; not called under scenes.
    func applicationWillEnterForeground(_ application: UIApplication)
}

extension UIApplicationDelegate {
    /// Marks the method as missing.
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        OptionalRequirement.notImplemented()
        return true
    }

    /// Marks the method as missing.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        OptionalRequirement.notImplemented()
        return true
    }

    /// Marks the method as missing.
    public func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        OptionalRequirement.notImplemented()
    }

    /// Marks the method as missing.
    public func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        OptionalRequirement.notImplemented()
    }

    /// Marks the method as missing.
    public func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        OptionalRequirement.notImplemented()
    }

    /// Marks the method as missing.
    public func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any])
        async -> UIBackgroundFetchResult
    {
        OptionalRequirement.notImplemented()
        return .noData
    }

    /// Marks the method as missing.
    public func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        OptionalRequirement.notImplemented()
    }

    /// Marks the method as missing.
    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        OptionalRequirement.notImplemented()
        return connectingSceneSession.configuration
    }

    /// Marks the method as missing.
    public func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {
        OptionalRequirement.notImplemented()
    }

    /// Marks the method as missing.
    public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        OptionalRequirement.notImplemented()
    }

    /// Marks the method as missing.
    public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
        OptionalRequirement.notImplemented()
    }

    /// Marks the method as missing.
    public func applicationWillTerminate(_ application: UIApplication) {
        OptionalRequirement.notImplemented()
    }

    /// Marks the method as missing.
    public func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any])
        -> Bool
    {
        OptionalRequirement.notImplemented()
        return false
    }

    /// Marks the method as missing.
    public func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        OptionalRequirement.notImplemented()
        return false
    }

    /// Marks the method as missing.
    public func applicationDidBecomeActive(_ application: UIApplication) {
        OptionalRequirement.notImplemented()
    }

    /// Marks the method as missing.
    public func applicationWillResignActive(_ application: UIApplication) {
        OptionalRequirement.notImplemented()
    }

    /// Marks the method as missing.
    public func applicationDidEnterBackground(_ application: UIApplication) {
        OptionalRequirement.notImplemented()
    }

    /// Marks the method as missing.
    public func applicationWillEnterForeground(_ application: UIApplication) {
        OptionalRequirement.notImplemented()
    }
}
