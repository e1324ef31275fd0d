import Foundation
import Tidings
import UIKit

// The samples of Sendbird's page under our names; see Documentation/ComingFrom/SendbirdCalls.md.

// snippet: sendbird-register
final class CallsAppDelegate: TidingsAppDelegate {
    func askForNotifications() async {
        do {
            let isAllowed = try await Tidings.registerForPush()
            print(isAllowed ? "Notifications will be delivered." : "Only silent pushes will be.")
        } catch {
            print("No permission could be asked for, or no token be had: \(error)")
        }
    }

    override func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        // Kept by the SDK, and registered for whoever authenticates later.
        super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    }
}
// end

enum FromSendbirdCalls {
    static func authenticated(as user: String, hash: String?) {
        // snippet: sendbird-authenticated
        Tidings.identify(user, hash: hash)
        // end
    }

    static func unregister() {
        // snippet: sendbird-unregister
        Tidings.unregisterForPush()
        // end
    }

    static func deauthenticate() {
        // snippet: sendbird-logout
        Tidings.logout()
        // end
    }
}

// snippet: sendbird-silent
final class CallsForwardingDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        await Tidings.didReceive(userInfo: userInfo)
    }
}
// end
