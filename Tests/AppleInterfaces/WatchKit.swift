// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the SDK uses of Apple's WatchKit.
@_exported public import Foundation

public enum WKApplicationState: Int, Sendable { case active, inactive, background }
public enum WKBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }
@MainActor open class WKApplication: NSObject {
    override nonisolated init() {}
    open class func shared() -> WKApplication { WKApplication() }
    open var applicationState: WKApplicationState { .active }
    open func registerForRemoteNotifications() {}
    open func openSystemURL(_ url: URL) {}
    nonisolated public static let didBecomeActiveNotification = Notification.Name("a")
    nonisolated public static let didEnterBackgroundNotification = Notification.Name("b")
}
/// Optional on Apple's platforms; required here, so that a method with another signature does not pass for it.
@MainActor public protocol WKApplicationDelegate: NSObjectProtocol {
    func applicationDidFinishLaunching()
    func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data)
    func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error)
    func didReceiveRemoteNotification(
        _ userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void)
}
