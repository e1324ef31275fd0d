/// When a failed attempt is tried again.
package enum RetrySchedule {
    /// Delays after the first, second, … failure; after the last of them the delivery has failed.
    package static let delays: [Duration] = [
        .seconds(5), .seconds(30), .seconds(120), .seconds(600), .seconds(1_800), .seconds(3_600), .seconds(7_200),
    ]
    /// The first delay after a fault of the provider; it doubles each time.
    ///
    /// Source: Apple asks for 15 minutes.
    package static let providerFault: Duration = .seconds(900)
    /// The least delay after a rate limit or a deadline.
    package static let floor: Duration = .seconds(60)
    /// The greatest delay.
    package static let ceiling: Duration = .seconds(86_400)
    /// How many times in a row a push that was never looked at is resent without delay.
    package static let immediateResends = 1

    /// The delay before the next try, or nil when there is none.
    ///
    /// - Parameters:
    ///   - kind: What failed.
    ///   - failures: How many delayed retries the delivery has had.
    ///   - jitter: −1 to 1; spreads the delay by 20 % each way, and only upward where there is a least delay.
    /// - Returns: The delay from now on; nil ends the retries.
    package static func delay(after kind: FailureKind, failures: Int, jitter: Double) -> Duration? {
        guard failures < delays.count else { return nil }
        switch kind {
        case .notProcessed, .transport:
            return min(ceiling, delays[failures] * (1 + 0.2 * jitter))
        case .timeout, .deviceRateLimited, .credentialRateLimited:
            return min(ceiling, max(floor, delays[failures]) * (1 + 0.1 * (jitter + 1)))
        case .providerUnavailable:
            return min(ceiling, providerFault * (1 << failures) * (1 + 0.1 * (jitter + 1)))
        case .invalidEndpoint:
            return min(ceiling, delays[failures] * (1 + 0.2 * jitter))
        case .environmentMismatch, .invalidCredential, .payloadInvalid, .payloadTooLarge, .voipNotRing,
            .unknown:
            return nil
        }
    }
}
