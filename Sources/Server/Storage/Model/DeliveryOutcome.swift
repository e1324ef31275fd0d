/// How a delivery ended; each ends in exactly one way.
package enum DeliveryOutcome: String, Sendable, CaseIterable, DatabaseConvertible {
    /// The provider accepted it.
    case sent
    /// It could not be handed over.
    case failed
    /// Its token is no longer good.
    case invalid
    /// Its time ran out first.
    case expired
    /// The sender took it back.
    case canceled
    /// A rule kept it from being sent.
    case skipped
}
