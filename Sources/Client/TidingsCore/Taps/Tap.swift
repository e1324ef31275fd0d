package import Foundation
package import PushModel

/// A response to a notification: the banner was tapped, an action chosen, a text typed.
package struct Tap: Codable, Sendable, Equatable, Identifiable {
    /// Derived from the request id, the message and the action: the same response is the same tap.
    package let id: UUID
    /// The system's id of the notification.
    package let requestID: String
    /// The chosen action; nil for a tap on the banner itself.
    package let action: String?
    /// The text that was typed.
    package let input: String?
    private let storedPayload: StoredJSON
    /// When the person responded.
    package let respondedAt: Date

    /// The whole payload of the notification.
    package var payload: JSONObject { storedPayload.object }

    /// Describes a response.
    package init(
        requestID: String, messageID: String, action: String?, input: String?, payload: JSONObject,
        respondedAt: Date
    ) {
        // iOS 18.0 repeats callbacks with the id in another case: it is the same notification.
        id = StableDigest.eventID("tap", requestID.lowercased(), messageID, action ?? "", input ?? "")
        self.requestID = requestID
        self.action = action
        self.input = input
        storedPayload = StoredJSON(payload)
        self.respondedAt = respondedAt
    }
}
