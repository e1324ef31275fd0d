package import Foundation

/// Everything that is known about one delivery, as it stood at one moment.
package struct DeliveryStory: Sendable {
    /// The delivery, with what its device reported.
    package let delivery: Delivery
    /// The message that it is of.
    package let message: Message
    /// The row of the person that it is for.
    package let subscriber: Int64
    /// When it was put off without an attempt, first to last.
    package let waits: [Wait]
    /// The tries to hand it to the provider, first to last.
    package let attempts: [Attempt]
}

/// A delivery that was due and put off without an attempt.
package struct Wait: Sendable {
    /// When that was decided.
    package let at: Date
    /// When it was due again.
    package let until: Date
    /// Why: `quiet_hours`, `rate_limited`, or `schedule` for somebody who came to another time zone.
    package let reason: String
}
