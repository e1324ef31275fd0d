/// How far a message has come.
package enum MessageStatus: String, Sendable, CaseIterable, DatabaseConvertible {
    /// Accepted, to go out later.
    case scheduled
    /// Accepted, nothing done yet.
    case queued
    /// Its deliveries are being made and sent.
    case processing
    /// Each of its deliveries has an outcome.
    case completed
    /// The sender took it back.
    case canceled
}
