import Foundation
import Tidings
import TidingsServiceExtension
import UserNotifications

// The samples of notify-kit's page under our names; see Documentation/ComingFrom/NotifyKit.md.

// snippet: notifykit-change
final class ChangingService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        content.userInfo["notifee_options"] = ["title": "Modified Title"]
        NotificationProcessor().process(request, content: content, withContentHandler: contentHandler)
    }
}
// end

enum FromNotifyKit {
    static func configure(_ url: URL) {
        // snippet: notifykit-taps
        var configuration = Configuration(publishableKey: "td_pk_…", url: url)
        configuration.handlesRemoteTaps = false
        Tidings.configure(configuration)
        // end
    }

    static func listen(_ note: (String) -> Void) async {
        // snippet: notifykit-events
        for await event in Tidings.notificationEvents() {
            if event.isRemote { note("remote notification \(event.requestID)") }
            switch event.kind {
            case .opened: note("pressed")
            case .actionChosen: note("action \(event.action ?? "")")
            case .dismissed: note("dismissed")
            case .presented: break
            }
        }
        // end
    }
}
