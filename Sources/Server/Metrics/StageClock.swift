internal import Foundation
internal import Locking

/// Adds up the processor time that the stages of a delivery take, on whatever threads they run.
package final class StageClock: Sendable {
    private let seconds = Locked<[String: Double]>([:])

    /// Makes a clock that has seen nothing.
    package init() {}

    /// Runs what belongs to a stage, on one thread, and counts the time that it took of the processor.
    package func measure<Result>(_ stage: String, _ body: () throws -> Result) rethrows -> Result {
        let start = Self.now
        defer {
            let took = Self.now - start
            seconds.withLock { $0[stage, default: 0] += took }
        }
        return try body()
    }

    /// Writes what each stage took.
    package func write(to page: inout MetricsPage) {
        page.counter(
            "tidings_delivery_stage_cpu_seconds_total", "Processor time of the stages of deliveries.",
            seconds.withLock { $0 }.sorted { $0.key < $1.key }.map { .init($0.value, [("stage", $0.key)]) })
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
