import Foundation
import PushModel
import TidingsCore
import UserNotifications

extension Facade {
    /// Tells of a response of the person.
    func tell(of response: IncomingResponse) {
        let tap = response.tap
        let kind: NotificationEvent.Kind =
            response.isDismissal ? .dismissed : tap.action == nil ? .opened : .actionChosen
        feed.tell(
            NotificationEvent(
                kind: kind, requestID: tap.requestID, messageID: response.envelope?.id, isRemote: response.isRemote,
                action: response.isDismissal ? nil : tap.action ?? "default", input: tap.input,
                isAppActive: isAppActive, data: SenderData.members(of: tap.payload)), id: tap.id)
    }

    /// Tells that a notification is shown in the foreground, unless it is not shown.
    func tell(ofPresented notification: UNNotification, options: UNNotificationPresentationOptions) {
        guard options != [] else { return }
        let request = notification.request
        let payload = JSONValue(any: request.content.userInfo)?.object ?? JSONObject()
        let event = NotificationEvent(
            kind: .presented, requestID: request.identifier,
            messageID: PushPayload(userInfo: request.content.userInfo)?.envelope.id,
            isRemote: request.trigger is UNPushNotificationTrigger, action: nil, input: nil, isAppActive: isAppActive,
            data: SenderData.members(of: payload))
        // iOS 18.0 asks a second time for the same notification, under the same name in another case.
        let id = StableDigest.eventID(
            "presented", request.identifier.lowercased(), event.messageID ?? "\(notification.date)")
        feed.tell(event, id: id)
    }
}
