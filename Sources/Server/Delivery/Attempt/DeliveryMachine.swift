package import Foundation
package import Storage

/// Decides what an attempt's answer means for its delivery; it knows no clock, no database and no network.
package struct DeliveryMachine: Sendable {
    /// What the decision depends on, as it stood when the attempt was claimed.
    package struct Attempt: Sendable, Equatable {
        /// Where the attempt went.
        package var environment: PushEnvironment
        /// Whether the app also has a credential for the other environment.
        package var hasOtherEnvironment: Bool
        /// Whether an earlier attempt already moved to the other environment.
        package var changedEnvironment: Bool
        /// How many delayed retries the delivery has had.
        package var failures: Int
        /// How many times in a row it has been resent without delay.
        package var immediateResends: Int
        /// When the token was last registered.
        package var registeredAt: Date
        /// When the delivery expires.
        package var expiresAt: Date

        /// Gathers what is known of an attempt.
        package init(
            environment: PushEnvironment, hasOtherEnvironment: Bool, changedEnvironment: Bool = false,
            failures: Int = 0, immediateResends: Int = 0, registeredAt: Date, expiresAt: Date
        ) {
            self.environment = environment
            self.hasOtherEnvironment = hasOtherEnvironment
            self.changedEnvironment = changedEnvironment
            self.failures = failures
            self.immediateResends = immediateResends
            self.registeredAt = registeredAt
            self.expiresAt = expiresAt
        }
    }

    /// What is to be done about the delivery.
    package enum Action: Sendable, Equatable {
        /// It has ended.
        case finish(DeliveryOutcome, reason: String?, TokenChange)
        /// It is tried again.
        case retry(Retry, TokenChange)
    }

    /// How a delivery is tried again.
    package struct Retry: Sendable, Equatable {
        /// Not before this time.
        package var at: Date
        /// What went wrong, as the API shows it.
        package var reason: String
        /// The environment of the next try.
        package var environment: PushEnvironment
        /// Whether a try has changed the environment.
        package var changedEnvironment: Bool
        /// Delayed retries so far, this one included.
        package var failures: Int
        /// Resends without delay in a row, this one included.
        package var immediateResends: Int
    }

    /// What the answer says about the token.
    package enum TokenChange: Sendable, Equatable {
        /// Nothing.
        case none
        /// It belongs to this environment.
        case belongs(PushEnvironment)
        /// No more pushes until it is registered again.
        case invalidate(reason: String)
        /// No pushes before this time.
        case pause(until: Date)
    }

    /// Sorts an answer and decides.
    ///
    /// - Parameters:
    ///   - answer: What came back.
    ///   - attempt: The attempt that it answers.
    ///   - now: The wall clock.
    ///   - jitter: −1 to 1, spreads retries.
    /// - Returns: What becomes of the delivery.
    package static func decide(
        _ answer: ProviderAnswer, for attempt: Attempt, now: Date, jitter: Double
    ) -> Action {
        switch answer {
        case .accepted:
            return .finish(.sent, reason: nil, attempt.changedEnvironment ? .belongs(attempt.environment) : .none)
        case .notProcessed:
            return again(.notProcessed, attempt, now: now, jitter: jitter)
        case .ambiguous(.timeout, _):
            return again(.timeout, attempt, now: now, jitter: jitter)
        case .ambiguous(.connection, _):
            return again(.transport, attempt, now: now, jitter: jitter)
        case .rejected(let status, let reason, let timestamp):
            let kind = FailureKind(status: status, reason: reason)
            switch kind {
            case .environmentMismatch:
                return changeEnvironment(attempt, now: now)
            case .invalidEndpoint:
                if let timestamp, attempt.registeredAt > timestamp {
                    // The phone registered the token again after APNs found it gone, so APNs is behind.
                    return again(kind, attempt, now: now, jitter: jitter)
                }
                return .finish(.invalid, reason: kind.rawValue, .invalidate(reason: reason))
            case .invalidCredential, .payloadInvalid, .payloadTooLarge, .voipNotRing, .unknown:
                return .finish(.failed, reason: kind.rawValue, .none)
            case .deviceRateLimited, .credentialRateLimited, .providerUnavailable, .notProcessed, .transport, .timeout:
                return again(kind, attempt, now: now, jitter: jitter)
            }
        }
    }

    private static func again(_ kind: FailureKind, _ attempt: Attempt, now: Date, jitter: Double) -> Action {
        var retry = Retry(
            at: now, reason: kind.rawValue, environment: attempt.environment,
            changedEnvironment: attempt.changedEnvironment, failures: attempt.failures, immediateResends: 0)
        if kind == .notProcessed, attempt.immediateResends < RetrySchedule.immediateResends {
            retry.immediateResends = attempt.immediateResends + 1
            return .retry(retry, .none)
        }
        guard let delay = RetrySchedule.delay(after: kind, failures: attempt.failures, jitter: jitter) else {
            return .finish(.failed, reason: kind.rawValue, .none)
        }
        retry.failures += 1
        retry.at = min(now.addingTimeInterval(delay / .seconds(1)), attempt.expiresAt)
        return .retry(retry, kind == .deviceRateLimited ? .pause(until: retry.at) : .none)
    }

    private static func changeEnvironment(_ attempt: Attempt, now: Date) -> Action {
        let reason = FailureKind.environmentMismatch.rawValue
        guard attempt.hasOtherEnvironment, !attempt.changedEnvironment else {
            return .finish(.invalid, reason: reason, .invalidate(reason: "BadDeviceToken"))
        }
        return .retry(
            Retry(
                at: now, reason: reason, environment: attempt.environment.other, changedEnvironment: true,
                failures: attempt.failures, immediateResends: attempt.immediateResends), .none)
    }
}
