package import Foundation
package import PushModel

/// One message for one device, with how it stands.
package struct Delivery: Sendable {
    /// Its row.
    package let row: Int64
    /// Its id.
    package let id: Identifier
    /// The id of its message.
    package let messageID: Identifier
    /// The external id of the person that it is for.
    package let externalID: String
    /// The device; nil if the person had none.
    package let deviceID: Identifier?
    /// Where its next or last attempt goes.
    package let environment: PushEnvironment?
    /// How it ended; nil while it is pending.
    package let outcome: DeliveryOutcome?
    /// Why it ended so, or why it is tried again.
    package let reason: String?
    /// The provider's last status.
    package let providerStatus: Int?
    /// The provider's last word.
    package let providerReason: String?
    /// How many attempts have begun.
    package let attempts: Int
    /// How many attempts had no answer.
    package let ambiguous: Int
    /// The `apns-id` of every attempt.
    package let apnsID: UUID?
    /// The id by which Apple's console knows it; development only.
    package let uniqueID: String?
    /// When the next attempt is due.
    package let dueAt: Date?
    /// When it expires.
    package let expiresAt: Date
    /// When it was made.
    package let createdAt: Date
    /// When it ended.
    package let finishedAt: Date?
    /// The row of its message.
    package let messageRow: Int64
    /// What its device reported.
    package var receipts: [Receipt] = []

    /// The outcome, or `retrying` or `pending` while there is none.
    package var status: String { outcome?.rawValue ?? (attempts > 0 && reason != nil ? "retrying" : "pending") }
}

/// What a device reported about a delivery.
package struct Receipt: Sendable {
    /// What it reported.
    package let kind: ReceiptKind
    /// When that happened, by the device's clock.
    package let at: Date
    /// When the server heard of it.
    package let receivedAt: Date
    /// The action that was chosen.
    package let action: String?
    /// The text that was typed.
    package let input: String?
    /// Why it was not shown.
    package let reason: String?
}

/// One try to hand a delivery to the provider.
package struct Attempt: Sendable {
    /// 1, 2, 3, … within the delivery.
    package let number: Int
    /// Where it went.
    package let environment: PushEnvironment
    /// When it began.
    package let startedAt: Date
    /// When its answer was recorded.
    package let finishedAt: Date?
    /// `started`, `accepted`, `rejected`, `not_processed` or `ambiguous`.
    package let result: String
    /// The provider's status.
    package let providerStatus: Int?
    /// The provider's word, or why there was none.
    package let reason: String?
    /// When the next attempt is due because of it.
    package let nextAt: Date?
}
