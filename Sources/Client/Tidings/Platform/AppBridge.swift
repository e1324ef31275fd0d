import Foundation
import TidingsCore
import UIKit

/// What the SDK asks of the app object.
enum AppBridge {
    /// Asks APNs for a token.
    @MainActor static func registerForRemoteNotifications() {
        UIApplication.shared.registerForRemoteNotifications()
    }

    /// Whether the app is on the screen; inactive counts, as during launch and under the notification centre.
    @MainActor static func state() -> DisplayRule.AppState {
        UIApplication.shared.applicationState == .background ? .background : .foreground
    }

    /// Opens a link in whatever app it belongs to.
    @MainActor static func open(_ url: URL) {
        UIApplication.shared.open(url, options: [:], completionHandler: nil)
    }
}
