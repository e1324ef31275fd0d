import TidingsServiceExtension
import UserNotifications

// snippet: customize
final class BadgingService: TidingsNotificationService {
    override var appGroup: String? { "group.com.example.shared" }

    override func customize(_ content: UNMutableNotificationContent, payload: DecryptedPayload?) {
        if let conversation = payload?.conversation { content.subtitle = "in \(conversation)" }
    }
}
// end

// snippet: existing
final class ExistingService: UNNotificationServiceExtension {
    private var delivery: TidingsNotificationService?

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        delivery = NotificationProcessor().process(request, withContentHandler: contentHandler)
    }

    override func serviceExtensionTimeWillExpire() {
        delivery?.serviceExtensionTimeWillExpire()
    }
}
// end

// snippet: decrypt
final class DecryptingService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let payload = PayloadDecryption.decrypt(userInfo: request.content.userInfo),
            let content = request.content.mutableCopy() as? UNMutableNotificationContent
        else { return contentHandler(request.content) }
        PayloadDecryption.apply(payload, to: content)
        contentHandler(content)
    }
}
// end

func open(_ content: UNMutableNotificationContent) {
    // snippet: apply
    if let payload = PayloadDecryption.decrypt(userInfo: content.userInfo, appGroup: "group.com.example.shared") {
        PayloadDecryption.apply(payload, to: content, appGroup: "group.com.example.shared")
    }
    // end
}
