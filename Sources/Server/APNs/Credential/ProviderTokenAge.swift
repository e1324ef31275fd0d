import Foundation

/// When a provider token was made, on both clocks, and whether it still serves.
///
/// APNs takes a token whose `iat` is less than an hour old by its own clock. The wall clock says what APNs sees, the
/// uptime what has really passed; they part when the wall clock is set.
struct ProviderTokenAge: Sendable, Hashable {
    /// The wall time in the token.
    var issuedAt: Date
    /// The uptime at the same moment.
    var uptime: Duration

    /// A token is renewed at this age: between Apple's bounds of 20 and 60 minutes, with room for slow clocks.
    static let renewal = Duration.seconds(50 * 60)
    /// Two tokens on one connection must be at least this far apart.
    static let minimumChange = Duration.seconds(20 * 60)
    /// A token may be this far ahead of the wall clock before it counts as dated in the future.
    static let tolerance = 60.0

    /// True when a new token is due, by either clock.
    func isDue(now: Date, uptime: Duration) -> Bool {
        let wallAge = now.timeIntervalSince(issuedAt)
        let limit = Double(Self.renewal.components.seconds)
        return uptime - self.uptime >= Self.renewal || wallAge >= limit || wallAge < -Self.tolerance
    }

    /// True when a connection that used its token since `start` may change to another one.
    static func mayChange(start: Duration, uptime: Duration) -> Bool { uptime - start >= minimumChange }
}
