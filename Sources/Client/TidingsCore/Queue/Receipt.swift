package import PushModel

/// What became of a message on this device.
package struct Receipt: Sendable, Equatable {
    /// The kinds that the server counts, once each per device and message.
    package enum Kind: String, Sendable, CaseIterable {
        /// It arrived.
        case delivered
        /// The person could see it.
        case presented
        /// It was kept from the screen.
        case suppressed
        /// The person answered it: tap, action or text.
        case opened
        /// The person swiped it away.
        case dismissed

        /// The event that carries the receipt.
        package var eventName: String { "$notification.\(rawValue)" }
    }

    /// What happened.
    package var kind: Kind
    /// The message.
    package var messageID: String
    /// The delivery to this device, if the push named it.
    package var deliveryID: String?
    /// The chosen action, for `opened`.
    package var action: String?
    /// The typed text, for `opened`.
    package var input: String?
    /// Why, for `suppressed`.
    package var reason: SuppressionReason?

    /// Creates a receipt.
    package init(
        _ kind: Kind, messageID: String, deliveryID: String?, action: String? = nil, input: String? = nil,
        reason: SuppressionReason? = nil
    ) {
        self.kind = kind
        self.messageID = messageID
        self.deliveryID = deliveryID
        self.action = action
        self.input = input
        self.reason = reason
    }

    /// The fields of the event.
    package var data: JSONObject {
        var data: JSONObject = ["messageId": .string(messageID)]
        if let deliveryID { data["deliveryId"] = .string(deliveryID) }
        if let action { data["action"] = .string(action) }
        if let input { data["input"] = .string(input) }
        if let reason { data["reason"] = .string(reason.rawValue) }
        return data
    }

    /// Tells apart two answers to the same message, such as two actions.
    var discriminator: String { kind == .opened ? "\(action ?? "")\u{1f}\(input ?? "")" : "" }
}
