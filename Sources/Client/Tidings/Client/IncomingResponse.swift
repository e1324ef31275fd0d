import Foundation
import PushModel
import TidingsCore
import TidingsNotifications
import UserNotifications

/// A response of the person as the system reported it, taken apart at the boundary.
struct IncomingResponse: Sendable {
    /// Whether the notification was swiped away instead of opened.
    let isDismissal: Bool
    /// The response as the pipeline knows it.
    let tap: Tap
    /// Our part of the payload; nil for somebody else's notification.
    let envelope: Envelope?
    /// Whether the notification came as a push.
    let isRemote: Bool
    /// The group on the screen; empty if there is none.
    let threadID: String
    /// The object itself, for those who asked for it.
    let live: Carried<UNNotificationResponse>
    /// Whether somebody has taken it before the client existed.
    var isHandedOver = false

    /// Takes a response apart.
    init(_ response: UNNotificationResponse, now: Date) {
        let request = response.notification.request
        let payload = PushPayload(userInfo: request.content.userInfo)
        let action = response.actionIdentifier
        isDismissal = action == UNNotificationDismissActionIdentifier
        envelope = payload?.envelope
        isRemote = request.trigger is UNPushNotificationTrigger
        threadID = request.content.threadIdentifier
        live = Carried(response)
        tap = Tap(
            requestID: request.identifier,
            // Without a message id the date tells apart two notifications under one identifier.
            messageID: payload?.envelope.id ?? "\(response.notification.date.timeIntervalSince1970)",
            action: action == UNNotificationDefaultActionIdentifier ? nil : action,
            input: (response as? UNTextInputNotificationResponse)?.userText,
            payload: JSONValue(any: request.content.userInfo)?.object ?? JSONObject(), respondedAt: now)
    }
}
