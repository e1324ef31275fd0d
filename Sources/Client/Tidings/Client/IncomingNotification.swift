import Foundation
import PushModel
import TidingsCore
import UserNotifications

/// A notification that is about to appear in the foreground, taken apart at the boundary.
struct IncomingNotification: Sendable {
    let requestID: String
    let payload: PushPayload
    let raw: JSONObject
    /// Whether it came from APNs; otherwise it is a banner that the SDK drew.
    let isRemote: Bool

    /// Whether it was planned on this phone.
    var isPlanned: Bool { !isRemote && requestID.hasPrefix(LocalEntry.prefix) }

    /// Takes a notification apart; nil if it is somebody else's.
    init?(_ notification: UNNotification) {
        let request = notification.request
        guard let payload = PushPayload(userInfo: request.content.userInfo) else { return nil }
        self.payload = payload
        raw = JSONValue(any: request.content.userInfo)?.object ?? JSONObject()
        requestID = request.identifier
        isRemote = request.trigger is UNPushNotificationTrigger
    }
}
