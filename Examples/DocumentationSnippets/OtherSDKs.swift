import Foundation
import Tidings
import TidingsServiceExtension
import UIKit
import UserNotifications

/// Whatever else the app uses for pushes.
@MainActor
final class OtherSDK: NSObject, UNUserNotificationCenterDelegate {
    static let shared = OtherSDK()
    private(set) var token: Data?
    private(set) var pushes = 0

    func setToken(_ token: Data) { self.token = token }

    func didReceive(_ userInfo: [AnyHashable: Any], _ completion: (UIBackgroundFetchResult) -> Void) {
        pushes += 1
        completion(.newData)
    }
}

/// What the other SDK does in a service extension.
enum OtherService {
    static func enrich(_ content: UNNotificationContent) -> UNNotificationContent { content }
}

// snippet: two-sdks
final class TwoSDKs: TidingsAppDelegate {
    override func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        OtherSDK.shared.setToken(deviceToken)
        super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    }

    override func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        guard Tidings.isTidings(userInfo) else { return OtherSDK.shared.didReceive(userInfo, completionHandler) }
        super.application(
            application, didReceiveRemoteNotification: userInfo, fetchCompletionHandler: completionHandler)
    }
}
// end

@MainActor
func addDelegate() {
    // snippet: add-delegate
    Tidings.addNotificationDelegate(OtherSDK.shared)
    // end
}

func configureBeside(_ url: URL) {
    // snippet: other-taps
    var configuration = Configuration(publishableKey: "td_pk_…", url: url)
    configuration.handlesRemoteTaps = false  // the other SDK navigates; taps on what we put up ourselves stay ours
    configuration.foreignForegroundPresentation = .hidden  // where no delegate decides about a foreign push
    Tidings.configure(configuration)
    // end
}

func configureManually(_ url: URL) {
    // snippet: manual
    var configuration = Configuration(publishableKey: "td_pk_…", url: url)
    configuration.installsNotificationDelegate = false
    Tidings.configure(configuration)
    // end
}

func lookForTrouble() async {
    // snippet: delegate-findings
    for finding in await Tidings.diagnose().findings where finding.id.hasPrefix("delegate_") {
        print(finding)
    }
    // end
}

// snippet: two-services
final class TwoServices: UNNotificationServiceExtension {
    private var delivery: TidingsNotificationService?

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard PushPayload.isTidings(request.content.userInfo) else {
            return contentHandler(OtherService.enrich(request.content))
        }
        delivery = NotificationProcessor().process(request, withContentHandler: contentHandler)
    }

    override func serviceExtensionTimeWillExpire() {
        delivery?.serviceExtensionTimeWillExpire()
    }
}
// end
