import Foundation
import PushModel
import TidingsCore
import UserNotifications

/// A response of the person as the system reported it, taken apart at the boundary.
struct IncomingResponse: Sendable {
    /// What the person did.
    enum Kind: Sendable, Equatable {
        /// The notification itself was tapped, or a button chosen.
        case opened(action: String?, input: String?)
        /// The notification was swiped away.
        case dismissed
    }

    let requestID: String
    let kind: Kind
    let payload: PushPayload
    let raw: JSONObject
    let respondedAt: Date
    /// The object itself, for those who asked for it.
    let live: Carried<UNNotificationResponse>

    /// Takes a response apart; nil if it answers somebody else's notification.
    init?(_ response: UNNotificationResponse, now: Date) {
        let content = response.notification.request.content
        guard let payload = PushPayload(userInfo: content.userInfo) else { return nil }
        self.payload = payload
        raw = JSONValue(any: content.userInfo)?.object ?? JSONObject()
        requestID = response.notification.request.identifier
        respondedAt = now
        live = Carried(response)
        kind =
            switch response.actionIdentifier {
            case UNNotificationDefaultActionIdentifier: .opened(action: nil, input: nil)
            case UNNotificationDismissActionIdentifier: .dismissed
            default:
                .opened(
                    action: response.actionIdentifier,
                    input: (response as? UNTextInputNotificationResponse)?.userText)
            }
    }
}
