import Foundation
import Tidings
import TidingsServiceExtension
import UIKit
import UserNotifications

// The samples of Kindly's page under our names; see Documentation/ComingFrom/Kindly.md.

/// Another provider of pushes.
@MainActor
final class OtherNotificationProvider {
    static let shared = OtherNotificationProvider()
    private(set) var handled = 0

    func handle(_ userInfo: [AnyHashable: Any]) { handled += 1 }
}

@MainActor
enum FromKindly {
    static func token(bytes deviceToken: Data) {
        // snippet: kindly-token
        Tidings.setDeviceToken(deviceToken)
        // end
    }

    static func token(text deviceToken: String) {
        // snippet: kindly-token-text
        Tidings.setDeviceToken(deviceToken)  // as hexadecimal text
        // end
    }

    static func received(_ userInfo: [AnyHashable: Any]) async {
        // snippet: kindly-received
        await Tidings.didReceive(userInfo: userInfo)
        // end
    }

    static func received(_ notification: UNNotification) async {
        // snippet: kindly-received-notification
        await Tidings.didReceive(notification: notification)
        // end
    }

    static func isOurs(_ userInfo: [AnyHashable: Any]) -> Bool {
        // snippet: kindly-is-ours
        let isOurs = Tidings.isTidings(userInfo)
        // end
        return isOurs
    }

    static func clicked(_ response: UNNotificationResponse) {
        // snippet: kindly-clicked
        Tidings.didReceive(response: response)
        // end
    }

    static func useOurDelegate() {
        // snippet: kindly-delegate
        UNUserNotificationCenter.current().delegate = Tidings.notificationDelegate
        // end
    }
}

// snippet: kindly-app-delegate
final class ChatAppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        guard Tidings.isTidings(userInfo) else {
            OtherNotificationProvider.shared.handle(userInfo)
            return .newData
        }
        return await Tidings.didReceive(userInfo: userInfo)
    }
}
// end

@MainActor
final class ChatViewController: UIResponder {
    var isShowingCustomInbox = false
    var customInbox: [ReceivedNotification] = []

    func becomeDelegate() {
        // snippet: kindly-set-delegate
        Tidings.delegate = self
        // end
    }
}

// snippet: kindly-intercept
extension ChatViewController: TidingsDelegate {
    func tidingsShouldPresent(_ notification: ReceivedNotification) -> Bool {
        Tidings.track("notification_received", data: ["conversation": .string(notification.conversation ?? "")])
        if isShowingCustomInbox {
            customInbox.append(notification)  // title, body, and the original userInfo
            return false  // the SDK does not present its banner
        }
        return true  // let the SDK present the banner
    }
}
// end

// snippet: kindly-functions
final class DecryptingOnceService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let userInfo = request.content.userInfo
        guard PushPayload.isTidings(userInfo), !PayloadDecryption.isDecrypted(userInfo),
            let payload = PayloadDecryption.decrypt(userInfo: userInfo),
            let content = request.content.mutableCopy() as? UNMutableNotificationContent
        else { return contentHandler(request.content) }  // the placeholder stays
        PayloadDecryption.apply(payload, to: content)  // conversation, title and body
        contentHandler(content)
    }
}
// end
