package import Foundation
internal import Scheduling
package import Storage

/// Decides, at the moment of the attempt, whether a delivery that is due is still to be sent.
package enum AttemptScreening {
    /// What happens to the delivery.
    package static func decide(
        _ delivery: DueDelivery, now: Date, moments: ScheduledMoments = ScheduledMoments()
    ) -> ClaimDecision {
        if delivery.isCanceled { return .finish(.canceled, reason: "canceled") }
        if delivery.isOfEndedCall { return .finish(.canceled, reason: "call_over") }
        if delivery.expiresAt <= now { return .finish(.expired, reason: delivery.reason ?? "ttl") }
        guard delivery.settings.isPushEnabled else { return .finish(.skipped, reason: "channel_disabled") }
        guard delivery.isReachable else { return .finish(.skipped, reason: "unsubscribed") }
        guard delivery.token != nil else { return .finish(.skipped, reason: "no_token") }
        guard delivery.tokenIsValid else { return .finish(.skipped, reason: "invalid_token") }
        if delivery.isSealedByCaller, delivery.ciphertext == nil {
            return .finish(.skipped, reason: "no_ciphertext")
        }
        if let schedule = delivery.schedule {
            // The person may have come to another zone since the delivery was planned.
            guard let moment = moments.moment(of: schedule, in: delivery.timeZone) else {
                return .finish(.skipped, reason: "schedule_gap")
            }
            if moment > now { return .wait(until: moment, reason: "schedule") }
        }
        switch delivery.plan {
        case .held: return .finish(.skipped, reason: "local_scheduled")
        case .void: return .finish(.skipped, reason: "local_canceled")
        case .open, nil: break
        }
        if delivery.isOverCap { return .finish(.skipped, reason: "capped") }
        if let pausedUntil = delivery.pausedUntil, pausedUntil > now {
            return .wait(until: min(pausedUntil, delivery.expiresAt), reason: "rate_limited")
        }
        if let end = quietEnd(delivery, now) {
            return end < delivery.expiresAt
                ? .wait(until: end, reason: "quiet_hours") : .finish(.skipped, reason: "quiet_hours")
        }
        return .attempt
    }

    /// When the person's quiet hours are over; nil if it is not quiet, or the message ignores them.
    private static func quietEnd(_ delivery: DueDelivery, _ now: Date) -> Date? {
        guard let hours = delivery.settings.quietHours, !delivery.ignoresPolicy else { return nil }
        let zone =
            delivery.timeZone.flatMap { TimeZone(identifier: $0) }
            ?? TimeZone(identifier: delivery.settings.timeZone) ?? .gmt
        return QuietHours(hours, in: zone).end(at: now)
    }
}
