public import Foundation

/// The clocks of this machine.
///
/// ``uptime`` counts from the first use in this process and goes on while the machine sleeps.
public struct SystemTime: TimeSource {
    private static let origin = ContinuousClock.now

    /// Makes a source; all of them are the same clock.
    public init() { _ = Self.origin }

    /// The wall clock.
    public var now: Date { Date() }

    /// The time since the first use of this type in the process.
    public var uptime: Duration { Self.origin.duration(to: ContinuousClock.now) }

    /// Suspends the task until the uptime reaches the deadline.
    public func sleep(until deadline: Duration) async throws {
        try Task.checkCancellation()
        try await ContinuousClock().sleep(until: Self.origin + deadline)
    }

    /// Does nothing: real time waits for nobody.
    public func hold(_ owner: String) -> BusyHold { .none }
}
