import Foundation
public import PushModel
import TidingsCore

/// A message as the app's delegate sees it: readable content, and the payload exactly as it came.
public struct ReceivedNotification: Sendable, Equatable {
    /// The message's id.
    public let messageID: String
    /// The conversation that it belongs to.
    public let conversation: String?
    /// The first line; empty if there is none.
    public let title: String
    /// The second line; empty if there is none.
    public let subtitle: String
    /// The text; empty if there is none.
    public let body: String
    /// What opening it opens.
    public let deepLink: String?
    /// The sender's own members.
    public let data: JSONObject
    /// The payload taken apart.
    public let payload: PushPayload
    private let raw: JSONObject

    /// The payload as the system handed it over, with `aps` and all other keys.
    public var userInfo: [AnyHashable: Any] { raw.userInfo }

    package init(_ message: ReceivedMessage, payload: PushPayload, raw: JSONObject) {
        messageID = message.id
        conversation = message.conversation
        title = message.banner.title ?? ""
        subtitle = message.banner.subtitle ?? ""
        body = message.banner.body ?? ""
        deepLink = message.deepLink
        data = message.data
        self.payload = payload
        self.raw = raw
    }
}
