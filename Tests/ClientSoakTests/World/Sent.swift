import APNs
import Foundation
import PushModel

/// A push as it was handed to the phone, and what its sender meant.
struct Sent: Sendable {
    let messageID: String
    /// The name of its notification.
    let identifier: String
    /// This very transmission.
    var apnsID: String
    let form: Step.Push.Form
    let isSealed: Bool
    let isExpired: Bool
    /// Whether it comes when somebody else has the phone, if anybody does.
    let isLate: Bool
    let conversation: String?
    /// For whom it is.
    let owner: String
    /// The install that its keys belong to, counted.
    let generation: Int
    let token: String
    let payload: String
    /// The texts that may stand on a screen for it: title and body.
    let text: String

    init(
        _ order: Step.Push, _ push: PushRequest, messageID: String, number: Int, owner: String, generation: Int
    ) {
        self.messageID = messageID
        form = push.pushType == .background ? .silent : order.form
        identifier = form == .silent ? messageID : push.collapseID ?? messageID
        apnsID = push.id.uuidString.lowercased()
        isSealed = order.isSealed
        isExpired = order.isExpired
        isLate = order.isLate && !order.isExpired
        conversation = order.conversation
        self.owner = owner
        self.generation = generation
        token = push.deviceToken
        let rendered = String(decoding: push.payload, as: UTF8.self)
        // What wakes the app beside the banner is not something that a sealed message can ask for.
        payload =
            form == .waking
            ? rendered.replacing(#"{"aps":{"#, with: #"{"aps":{"content-available":1,"#, maxReplacements: 1) : rendered
        text = Self.text(number)
    }

    /// The texts of the message with a number.
    static func text(_ number: Int) -> String { "Title \(number)|Text \(number)" }

    /// What stands there when it cannot or may not be read.
    static let placeholder = "|\(PushPayload.placeholder)"
}

extension Step.Push {
    /// The request for it.
    func message(number: Int, to subscriber: String, picture: String) -> JSONObject {
        var message: JSONObject = [
            "to": .string(subscriber), "title": .string("Title \(number)"), "body": .string("Text \(number)"),
        ]
        message["conversation"] = conversation.map { .string($0) }
        message["collapseId"] = collapse.map { .string($0) }
        if form == .silent { message["form"] = "silent" }
        if isSealed { message["encrypt"] = "device" }
        if isExpired { message["ttlSeconds"] = .int(Self.shortLife) }
        if hasPicture { message["imageUrl"] = .string(picture) }
        if hasButtons {
            let buttons = [
                ActionButton(id: "open", title: "Open", opensApp: true), ActionButton(id: "quiet", title: "Quiet"),
                ActionButton(id: "reply", title: "Reply", asksForText: true),
            ]
            message["actions"] = .array(buttons.map { .object($0.json) })
        }
        return message
    }

    /// The seconds that a push lives that comes too late.
    static let shortLife = 60
}
