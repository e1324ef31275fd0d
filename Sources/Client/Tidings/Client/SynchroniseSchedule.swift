package import TidingsCore

/// Decides when the next pass over to the server happens, as a value.
///
/// Requests that come close together make one pass; after a failure the pauses grow.
package struct SynchroniseSchedule {
    /// The pause after the first pass that could not finish; it doubles from there.
    private static let firstPause = Duration.seconds(15)
    /// The longest pause of our own choosing.
    private static let longestPause = Duration.seconds(15 * 60)

    /// Starts without a plan.
    package init() {}

    private var due: Duration?
    private var failures = 0

    /// A pass is wanted at a point of the uptime; false if one is planned that is not later.
    mutating func request(at moment: Duration) -> Bool {
        if let due, due <= moment { return false }
        due = moment
        return true
    }

    /// A planned moment has come; false if that pass was made already.
    mutating func begin(at now: Duration) -> Bool {
        guard let due, due <= now else { return false }
        self.due = nil
        return true
    }

    /// A pass ended; the pause until the next one, if there has to be one.
    package mutating func pause(after outcome: Install.SynchroniseOutcome) -> Duration? {
        switch outcome {
        case .upToDate, .needsToken, .refused:
            failures = 0
            return nil
        case .postponed(let retryAfter):
            let pause = min(Self.firstPause * (1 << min(failures, 6)), Self.longestPause)
            failures += 1
            return max(pause, retryAfter ?? .zero)
        case .locked:
            return Self.firstPause
        }
    }
}
