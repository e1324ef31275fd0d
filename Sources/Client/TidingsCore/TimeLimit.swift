package import Timekeeping

/// Gives work so much time and no more.
package enum TimeLimit {
    /// What the work came to; nil if the time ran out first, in which case the work is cancelled.
    package static func run<Result: Sendable>(
        _ limit: Duration, time: any TimeSource, _ work: @escaping @Sendable () async -> Result
    ) async -> Result? {
        await run(until: time.uptime + limit, time: time, work)
    }

    /// What the work came to; nil if a moment came first, in which case the work is cancelled.
    package static func run<Result: Sendable>(
        until deadline: Duration, time: any TimeSource, _ work: @escaping @Sendable () async -> Result
    ) async -> Result? {
        await withTaskGroup(of: Result?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await time.sleep(until: deadline)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
