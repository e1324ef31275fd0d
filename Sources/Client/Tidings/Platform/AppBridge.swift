import Foundation
import TidingsCore

#if os(macOS)
    import AppKit
#elseif os(watchOS)
    import WatchKit
#else
    import UIKit
#endif

/// What the SDK asks of the app object.
enum AppBridge {
    #if os(macOS)
        /// Asks APNs for a token.
        @MainActor static func registerForRemoteNotifications() {
            NSApplication.shared.registerForRemoteNotifications()
        }

        /// Whether the app is in front; the system asks how a notification appears only then.
        @MainActor static func state() -> DisplayRule.AppState {
            NSApplication.shared.isActive ? .foreground : .background
        }

        /// Whether the app has the person's attention.
        @MainActor static func isActive() -> Bool { NSApplication.shared.isActive }

        /// Opens a link in whatever app it belongs to.
        @MainActor static func open(_ url: URL) {
            NSWorkspace.shared.open(url)
        }

        /// Where the person changes what the app may show.
        static let notificationSettings: String? = "x-apple.systempreferences:com.apple.preference.notifications"
    #elseif os(watchOS)
        /// Asks APNs for a token.
        @MainActor static func registerForRemoteNotifications() {
            WKApplication.shared().registerForRemoteNotifications()
        }

        /// Whether the app is on the screen; inactive counts, as under the notification centre.
        @MainActor static func state() -> DisplayRule.AppState {
            WKApplication.shared().applicationState == .background ? .background : .foreground
        }

        /// Whether the app has the person's attention.
        @MainActor static func isActive() -> Bool { WKApplication.shared().applicationState == .active }

        /// Opens a link of a kind that the watch itself knows, such as a telephone number.
        @MainActor static func open(_ url: URL) {
            WKApplication.shared().openSystemURL(url)
        }

        /// None: the watch has its settings on the phone.
        static let notificationSettings: String? = nil
    #else
        /// Asks APNs for a token.
        @MainActor static func registerForRemoteNotifications() {
            UIApplication.shared.registerForRemoteNotifications()
        }

        /// Whether the app is on the screen; inactive counts, as during launch and under the notification centre.
        @MainActor static func state() -> DisplayRule.AppState {
            UIApplication.shared.applicationState == .background ? .background : .foreground
        }

        /// Whether the app has the person's attention.
        @MainActor static func isActive() -> Bool { UIApplication.shared.applicationState == .active }

        /// Opens a link in whatever app it belongs to.
        @MainActor static func open(_ url: URL) {
            UIApplication.shared.open(url, options: [:], completionHandler: nil)
        }

        /// Where the person changes what the app may show.
        static let notificationSettings: String? = UIApplication.openNotificationSettingsURLString
    #endif
}
