// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the SDK uses of Apple's AppKit.
@_exported public import Foundation

@MainActor open class NSResponder: NSObject { override public nonisolated init() {} }
@MainActor open class NSApplication: NSResponder {
    open class var shared: NSApplication { NSApplication() }
    open var isActive: Bool { true }
    open func registerForRemoteNotifications() {}
    nonisolated public static let didBecomeActiveNotification = Notification.Name("a")
    nonisolated public static let didResignActiveNotification = Notification.Name("b")
}
open class NSWorkspace: NSObject {
    open class var shared: NSWorkspace { NSWorkspace() }
    @discardableResult open func open(_ url: URL) -> Bool { true }
}
/// Optional on Apple's platforms; required here, so that a method with another signature does not pass for it.
@MainActor public protocol NSApplicationDelegate: NSObjectProtocol {
    func applicationWillFinishLaunching(_ notification: Notification)
    func application(
        _ application: NSApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    func application(
        _ application: NSApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
    func application(_ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any])
}
