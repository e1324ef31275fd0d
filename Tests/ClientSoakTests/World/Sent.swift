import ClientTestSupport
import Foundation
import PushModel

/// A push that was sent, and what its sender meant.
struct Sent: Sendable {
    let messageID: String
    /// The name of its notification.
    let identifier: String
    /// This very transmission.
    var apnsID: String
    let form: Step.Push.Form
    let isSealed: Bool
    let isExpired: Bool
    let conversation: String?
    /// For whom it is.
    var owner = ""
    /// The install that its keys belong to, counted.
    var generation = 0
    var payload = ""
    var content: MessageContent

    init(_ push: Step.Push, number: Int, apnsID: String) {
        messageID = "msg_\(number)"
        identifier = push.form == .silent ? messageID : push.collapse ?? messageID
        self.apnsID = apnsID
        form = push.form
        isSealed = push.isSealed
        isExpired = push.isExpired
        conversation = push.conversation
        content = MessageContent(title: "Title \(number)", body: "Text \(number)")
        content.conversation = push.conversation
        if push.hasButtons {
            content.actions = [
                ActionButton(id: "open", title: "Open", opensApp: true), ActionButton(id: "quiet", title: "Quiet"),
                ActionButton(id: "reply", title: "Reply", asksForText: true),
            ]
        }
    }

    /// The texts that may stand on a screen for it: title and body.
    var text: String { "\(content.title ?? "")|\(content.body ?? "")" }

    /// What stands there when it cannot or may not be read.
    static let placeholder = "|\(PushPayload.placeholder)"

    /// The payload as the server would render it for the device.
    func render(for device: JSONObject, expires: Int?) throws -> String {
        let drawn: PushPayload.Form = form == .silent ? .silent : .visible
        let payload =
            isSealed
            ? try TestPush.sealed(id: messageID, to: owner, expires: expires, form: drawn, for: device, content)
            : try TestPush.clear(id: messageID, to: owner, expires: expires, form: drawn, content)
        guard form == .waking else { return payload }
        return payload.replacing(#"{"aps":{"#, with: #"{"aps":{"content-available":1,"#, maxReplacements: 1)
    }
}
