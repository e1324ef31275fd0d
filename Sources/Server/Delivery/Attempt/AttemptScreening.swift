package import Foundation
package import Storage

/// Decides, at the moment of the attempt, whether a delivery that is due is still to be sent.
package enum AttemptScreening {
    /// What happens to the delivery.
    package static func decide(_ delivery: DueDelivery, now: Date) -> ClaimDecision {
        if delivery.isCanceled { return .finish(.canceled, reason: "canceled") }
        if delivery.expiresAt <= now { return .finish(.expired, reason: delivery.reason ?? "ttl") }
        guard delivery.isReachable else { return .finish(.skipped, reason: "unsubscribed") }
        guard delivery.token != nil else { return .finish(.skipped, reason: "no_token") }
        guard delivery.tokenIsValid else { return .finish(.skipped, reason: "invalid_token") }
        if delivery.isOverCap { return .finish(.skipped, reason: "capped") }
        if let pausedUntil = delivery.pausedUntil, pausedUntil > now {
            return .wait(until: min(pausedUntil, delivery.expiresAt))
        }
        return .attempt
    }
}
