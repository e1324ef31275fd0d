internal import Foundation
internal import Locking

/// How many requests a key may make: a bucket for each that refills at a steady rate and holds one second's worth.
///
/// It counts in this process; several servers on one database allow several times as much.
final class RateLimiter: Sendable {
    /// What is left of a key's second.
    struct Allowance: Sendable, Equatable {
        /// How many requests a second are allowed.
        let limit: Int
        /// How many could follow at once.
        let remaining: Int
        /// How long until the next one is allowed, in whole seconds and at least 1, or 0 while some remain.
        let secondsToReset: Int

        /// The fields of an answer's head.
        var headers: [(String, String)] {
            [
                ("RateLimit-Limit", String(limit)), ("RateLimit-Remaining", String(remaining)),
                ("RateLimit-Reset", String(secondsToReset)),
            ]
        }
    }

    private struct Bucket {
        var tokens: Double
        var filledAt: Duration
    }

    private let requestsPerSecond: Int
    private let buckets = Locked<[Int64: Bucket]>([:])

    /// Makes a limiter; nil allows everything.
    init?(requestsPerSecond: Int) {
        guard requestsPerSecond > 0 else { return nil }
        self.requestsPerSecond = requestsPerSecond
    }

    /// Counts a request of a key.
    ///
    /// - Parameters:
    ///   - key: The key's row; there are as many buckets as keys in use.
    ///   - uptime: The steady clock.
    /// - Returns: What is left, and whether the request is allowed.
    func count(_ key: Int64, at uptime: Duration) -> (isAllowed: Bool, allowance: Allowance) {
        let rate = Double(requestsPerSecond)
        return buckets.withLock { buckets in
            var bucket = buckets[key] ?? Bucket(tokens: rate, filledAt: uptime)
            bucket.tokens = min(rate, bucket.tokens + (uptime - bucket.filledAt) / .seconds(1) * rate)
            bucket.filledAt = uptime
            let isAllowed = bucket.tokens >= 1
            if isAllowed { bucket.tokens -= 1 }
            buckets[key] = bucket
            let remaining = Int(bucket.tokens)
            let wait = remaining > 0 ? 0 : Int(((1 - bucket.tokens) / rate).rounded(.up))
            return (
                isAllowed,
                Allowance(
                    limit: requestsPerSecond, remaining: remaining, secondsToReset: max(remaining > 0 ? 0 : 1, wait))
            )
        }
    }
}
