/// For how long things are kept that nobody waits for any more; nil keeps them for ever.
package struct RetentionPolicy: Sendable, Equatable {
    /// Events, from when they came in.
    package var events: Duration?
    /// Attempts of deliveries that have ended.
    package var attempts: Duration?
    /// Deliveries with their attempts and receipts, from when their message was completed; and calls, from their end.
    package var deliveries: Duration?
    /// Messages with their counts, from when they were completed; not shorter than deliveries.
    package var messages: Duration?

    /// Describes a policy.
    package init(events: Duration?, attempts: Duration?, deliveries: Duration?, messages: Duration?) {
        self.events = events
        self.attempts = attempts
        self.deliveries = deliveries
        self.messages = messages
    }
}

/// What there can be too much of.
package enum RetainedKind: String, Sendable, CaseIterable {
    case events, attempts, calls, deliveries, messages

    /// For how long a policy keeps it.
    package func age(in policy: RetentionPolicy) -> Duration? {
        switch self {
        case .events: policy.events
        case .attempts: policy.attempts
        case .calls, .deliveries: policy.deliveries
        case .messages: policy.messages
        }
    }
}

/// What one step of tidying up did.
package struct RetentionStep: Sendable, Equatable {
    /// How many rows went.
    package var removed = 0
    /// The row up to which it looked; nil at the end.
    package var cursor: Int64?
}
