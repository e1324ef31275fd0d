/// How long to wait before the next attempt to connect.
struct ReconnectSchedule: Sendable, Hashable {
    private let first: Duration
    private let longest: Duration
    private var failures = 0

    /// Starts without failures.
    init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// Notes that a connection did useful work: the next attempt is made at once.
    mutating func succeeded() { failures = 0 }

    /// Notes a failure and returns the wait: doubled each time, varied by half so that many clients do not march in step.
    ///
    /// - Parameter random: 0 to 1.
    /// - Returns: The wait, at most half as much again as the longest.
    mutating func failed(random: Double) -> Duration {
        failures += 1
        let doubled = first * Int(1 << min(failures - 1, 20))
        return min(doubled, longest) * (0.5 + random)
    }
}
