package import Foundation
package import PushModel

/// A named fact about a subscriber.
package struct Event: Sendable {
    /// Its row.
    package let row: Int64
    /// Its id.
    package let id: Identifier
    /// The external id of the person that it is about.
    package let externalID: String
    /// The device that reported it; nil if the tenant's backend did.
    package let deviceID: Identifier?
    /// Its name.
    package let name: String
    /// The caller's own id for it.
    package let clientID: String?
    /// 1, 2, 3, … within the subscriber.
    package let sequence: Int
    /// When it happened.
    package let occurredAt: Date
    /// When it was received.
    package let receivedAt: Date
    /// What belongs to it: a JSON object.
    package let data: [UInt8]
}

/// An event as it is to be stored.
package struct NewEvent: Sendable {
    /// The caller's own id for it; a second event with it is a duplicate.
    package var clientID: String?
    /// The external id of the person that it is about.
    package var externalID: String
    /// Its name.
    package var name: String
    /// When it happened.
    package var occurredAt: Date
    /// What belongs to it: a JSON object.
    package var data: [UInt8]
    /// The receipt that it carries.
    package var receipt: NewReceipt?
    /// What it says about a plan of the phone.
    package var planReport: PlanReport?

    /// Describes an event.
    package init(
        clientID: String?, externalID: String, name: String, occurredAt: Date, data: [UInt8],
        receipt: NewReceipt? = nil, planReport: PlanReport? = nil
    ) {
        self.planReport = planReport
        self.clientID = clientID
        self.externalID = externalID
        self.name = name
        self.occurredAt = occurredAt
        self.data = data
        self.receipt = receipt
    }
}

/// A receipt as it is to be stored.
package struct NewReceipt: Sendable {
    /// What the device reports.
    package var kind: ReceiptKind
    /// The message that it is about.
    package var message: Identifier
    /// The delivery that it is about, if the device knows it.
    package var delivery: Identifier?
    /// The action that was chosen.
    package var action: String?
    /// The text that was typed.
    package var input: String?
    /// Why it was not shown.
    package var reason: String?

    /// Describes a receipt.
    package init(
        kind: ReceiptKind, message: Identifier, delivery: Identifier?, action: String?, input: String?, reason: String?
    ) {
        self.kind = kind
        self.message = message
        self.delivery = delivery
        self.action = action
        self.input = input
        self.reason = reason
    }
}

/// What became of an event.
package enum EventResult: Sendable, Equatable {
    /// It is stored.
    case accepted(Identifier)
    /// The subscriber has an event with this id.
    case duplicate
    /// The tenant has no such subscriber.
    case unknownSubscriber
    /// The device has no delivery of the message.
    case unknownMessage
}
