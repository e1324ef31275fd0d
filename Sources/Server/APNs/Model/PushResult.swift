public import Foundation

/// What became of one push.
public enum PushResult: Sendable, Hashable {
    /// APNs took it, which is not yet a delivery.
    ///
    /// `uniqueID` is the key of the console's delivery log; the development environment alone sends it.
    case accepted(apnsID: UUID, uniqueID: String?)
    /// APNs refused it, or would have: see ``Rejection/isLocal``.
    case rejected(Rejection)
    /// It certainly was not processed and may be sent again at once.
    case notProcessed(APNsError)
    /// It was sent and no answer came: APNs may or may not have taken it.
    case ambiguous(APNsError)
}

/// A refusal with its reason.
public struct Rejection: Sendable, Hashable, CustomStringConvertible {
    /// The HTTP status, 400 to 599.
    public var status: Int
    /// Why.
    public var reason: RejectionReason
    /// With status 410: when APNs confirmed that the token is no longer valid for the topic, to the millisecond.
    public var timestamp: Date?
    /// True when the push broke a rule and was not sent; then `status` and `reason` are what APNs would answer.
    public var isLocal: Bool
    /// The rule that was broken, when `isLocal`.
    public var detail: String?

    /// Creates a rejection.
    public init(
        status: Int, reason: RejectionReason, timestamp: Date? = nil, isLocal: Bool = false, detail: String? = nil
    ) {
        self.status = status
        self.reason = reason
        self.timestamp = timestamp
        self.isLocal = isLocal
        self.detail = detail
    }

    /// A sentence for people.
    public var description: String { detail ?? "APNs answered \(status) \(reason.rawValue)" }
}
