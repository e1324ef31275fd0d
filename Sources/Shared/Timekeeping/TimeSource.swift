public import Foundation

/// Where a component gets its time from.
///
/// Nothing in this package reads a clock or sleeps by itself, so that a test can run a day in a millisecond.
public protocol TimeSource: Sendable {
    /// The wall clock, which may jump.
    var now: Date { get }

    /// The time since an arbitrary origin, which never jumps and never goes back.
    var uptime: Duration { get }

    /// Suspends the task until the uptime reaches the deadline.
    ///
    /// - Parameter deadline: A point on the scale of ``uptime``; one that has passed returns at once.
    /// - Throws: `CancellationError` when the task is cancelled, before or during the sleep.
    func sleep(until deadline: Duration) async throws

    /// Announces work in progress: virtual time does not move by itself until the hold is released.
    ///
    /// - Parameter owner: Who works, for the report on a hold that is never released.
    /// - Returns: The hold, which has to be released on every path.
    func hold(_ owner: String) -> BusyHold

    /// Suspends until the deadline and comes back with a hold already out.
    ///
    /// Use it where the work after the sleep must be finished before virtual time moves on.
    func sleep(until deadline: Duration, thenHold owner: String) async throws -> BusyHold
}

extension TimeSource {
    /// Suspends the task for a span of time; zero or less returns at once.
    public func sleep(for duration: Duration) async throws {
        try await sleep(until: uptime + duration)
    }

    /// Suspends until the deadline, then takes the hold.
    public func sleep(until deadline: Duration, thenHold owner: String) async throws -> BusyHold {
        try await sleep(until: deadline)
        return hold(owner)
    }

    /// Holds virtual time for as long as the closure runs.
    public func holding<Result>(_ owner: String, _ body: () throws -> Result) rethrows -> Result {
        let hold = hold(owner)
        defer { hold.release() }
        return try body()
    }

    /// Holds virtual time for as long as the asynchronous closure runs.
    public func holding<Result>(
        _ owner: String, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let hold = hold(owner)
        defer { hold.release() }
        return try await body()
    }
}
