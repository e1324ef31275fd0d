import ProcessLocal
import Timekeeping

/// Waits for some work, but only so long; nil when the time is up.
///
/// The work itself goes on.
func within<Result: Sendable>(
    _ limit: Duration, of time: any TimeSource, _ work: @escaping @Sendable () async -> Result
) async -> Result? {
    let answer = FirstAnswer<Result?>()
    Task { answer.set(await work()) }
    let alarm = Task {
        if (try? await time.sleep(for: limit)) != nil { answer.set(nil) }
    }
    let result = await answer.wait()
    alarm.cancel()
    return result ?? nil
}

/// Waits for some work until it is stopped; nil when it was.
///
/// The work itself goes on.
func until<Result: Sendable>(
    _ stop: FirstAnswer<Bool>, _ work: @escaping @Sendable () async -> Result
) async -> Result? {
    let answer = FirstAnswer<Result?>()
    Task { answer.set(await work()) }
    let alarm = Task {
        if await stop.wait() != nil { answer.set(nil) }
    }
    let result = await answer.wait()
    alarm.cancel()
    return result ?? nil
}

extension Duration {
    /// How long to wait where a program says so, which may be any number: at most a hundred years.
    static func wait(_ seconds: Double) -> Duration { .seconds(min(max(0, seconds), 100 * 365 * 86_400)) }
}
