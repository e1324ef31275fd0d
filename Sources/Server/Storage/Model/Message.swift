package import Foundation
package import PushModel

/// A message as it is to be stored.
package struct NewMessage: Sendable {
    /// Its id.
    package var id: Identifier
    /// The request's body, byte for byte.
    package var body: [UInt8]
    /// The external ids of its audience, without repeats; none for all of whom topic and expression hold.
    package var externalIDs: [String]
    /// The slug of the topic that the audience has to want.
    package var topic: String?
    /// The expression that has to hold of the audience: JSON text.
    package var expression: String?
    /// The slug of the segment whose expression has to hold of the audience.
    package var segment: String?
    /// The bundle id of the only app that it is for; nil means all of the tenant's.
    package var bundleID: String?
    /// The caller's key against repeats.
    package var idempotencyKey: String?
    /// Whether it is sent to people who have had as many messages of its topic today as it allows.
    package var ignoresCaps = false
    /// The SHA-256 of the request.
    package var bodyHash: [UInt8]
    /// What the caller sealed, by device.
    ///
    /// None for a message that the server writes; otherwise a device without one gets nothing.
    package var ciphertexts: [(device: Identifier, sealed: Ciphertext)] = []
    /// When it was accepted.
    package var createdAt: Date
    /// When its deliveries expire.
    package var expiresAt: Date
    /// When it goes out: JSON text; nil means now.
    package var schedule: String?
    /// The first moment at which it goes out anywhere; nil means now.
    package var planAt: Date?
    /// What it says about plans of phones.
    package var plans: MessagePlans?
    /// The message that stands in for its plan where no phone has it.
    package var fallback: FallbackMessage?

    /// Describes a message.
    package init(
        id: Identifier, body: [UInt8], externalIDs: [String], topic: String? = nil, expression: String? = nil,
        segment: String? = nil, bundleID: String?, idempotencyKey: String?, bodyHash: [UInt8], createdAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.body = body
        self.externalIDs = externalIDs
        self.topic = topic
        self.expression = expression
        self.segment = segment
        self.bundleID = bundleID
        self.idempotencyKey = idempotencyKey
        self.bodyHash = bodyHash
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// What became of a message that was to be accepted.
package enum AcceptResult: Sendable, Equatable {
    /// It is stored and will be delivered.
    case accepted
    /// The same request was accepted before, as this message.
    case replayed(Identifier)
    /// The idempotency key belongs to another request.
    case keyReused
    /// These places of the audience name nobody.
    case unknownSubscribers([Int])
    /// The tenant has no app with the bundle id.
    case unknownApp
    /// The tenant has no topic with the slug.
    case unknownTopic
    /// The tenant has no segment with the slug.
    case unknownSegment
    /// Some ciphertexts are for devices that cannot get them.
    case refusedCiphertexts([CiphertextFault])
    /// Another message has the id that the caller chose.
    case idTaken
}

/// A message with how far it has come.
package struct Message: Sendable {
    /// Its row.
    package let row: Int64
    /// Its id.
    package let id: Identifier
    /// How far it has come.
    package let status: MessageStatus
    /// The request's body, byte for byte.
    package let body: [UInt8]
    /// When it was accepted.
    package let createdAt: Date
    /// When its deliveries expire.
    package let expiresAt: Date
    /// When the last of its deliveries ended.
    package let completedAt: Date?
    /// The first moment at which it goes out anywhere, for one that waits for it.
    package let scheduledFor: Date?
    /// When it was taken back.
    package let canceledAt: Date?
    /// The slug of the topic that its people have to want.
    package let topic: String?
    /// The expression that it was accepted for, if it was one.
    package let expression: String?
    /// The segment that the expression came from, and its version then.
    package let segment: (slug: String, version: Int)?
    /// The event of a call that it tells of; its body is the notice then.
    package let callEvent: CallEvent?
    /// The message that stands in for its plan.
    package let fallback: Identifier?
    /// The message for whose plan it stands in.
    package let fallbackOf: Identifier?
    /// How many deliveries it has so far.
    package let total: Int
    /// How many deliveries ended in each way.
    package let outcomes: [DeliveryOutcome: Int]
    /// How many deliveries have each receipt.
    package let receipts: [ReceiptKind: Int]

    /// How many deliveries have not ended.
    package var pending: Int { total - outcomes.values.reduce(0, +) }
}
