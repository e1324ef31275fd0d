/// How often and after which pauses one request is tried.
package struct RetryPolicy: Sendable {
    /// The number of tries in all; 3 by default.
    package var attempts = 3
    /// How long one try may take; 30 s by default.
    package var timeout: Duration = .seconds(30)
    /// The longest `Retry-After` that is waited for within one call; 30 s by default.
    ///
    /// A longer one ends the call.
    package var longestRetryAfter: Duration = .seconds(30)
    /// The longest pause of our own choosing; 20 s by default.
    package var longestPause: Duration = .seconds(20)
    /// The random part of a pause, to spread phones that failed together; up to 0.4 s by default.
    package var jitter: @Sendable () -> Duration = { .milliseconds(Int.random(in: 0...400)) }

    /// Creates the default policy.
    package init() {}

    /// One try and no pauses, for the few seconds of a service extension.
    package static func single(timeout: Duration) -> RetryPolicy {
        var policy = RetryPolicy()
        policy.attempts = 1
        policy.timeout = timeout
        return policy
    }

    /// Whether an answer means "not now": 429 and every 5xx.
    package static func isTemporary(status: Int) -> Bool { status == 429 || (500...599).contains(status) }

    /// The pause after a failed try, counted from 1; nil if the call ends here.
    package func pause(afterAttempt attempt: Int, retryAfter: Duration?) -> Duration? {
        guard attempt < attempts else { return nil }
        if let retryAfter {
            return retryAfter <= longestRetryAfter ? max(retryAfter, .zero) : nil
        }
        let exponential = Duration.seconds(1 << min(attempt - 1, 10)) + jitter()
        return min(exponential, longestPause)
    }
}
