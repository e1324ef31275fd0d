internal import Foundation
internal import Locking
package import Metrics
package import Storage
package import Timekeeping

/// Removes what is older than the policy says, now and then and a little at a time.
package final class RetentionKeeper: Sendable {
    /// How long it rests between two rounds.
    package static let rest: Duration = .seconds(3_600)
    /// How long it waits between two steps, so that others write meanwhile.
    private static let pause: Duration = .milliseconds(20)

    private let storage: SystemHandle
    private let policy: RetentionPolicy
    private let time: any TimeSource
    private let log: Log
    private let removed = Counter(
        "tidings_retention_removed_total", "Rows removed because they were old, by kind.", labels: ["kind"])
    private let lastRound = Locked<Date?>(nil)
    private let progress = Locked(Progress())

    /// Where the rounds before stopped.
    ///
    /// What they passed by and left, because it was pending or has to stay, is looked at again in one round of many.
    private struct Progress {
        var rounds = 0
        var places: [RetainedKind: Int64] = [:]
    }
    /// After how many rounds one begins at the first row again.
    package static let roundsBetweenWholeOnes = 24

    /// Prepares a keeper; `run` starts it.
    package init(storage: SystemHandle, policy: RetentionPolicy, time: any TimeSource, log: Log) {
        self.storage = storage
        self.policy = policy
        self.time = time
        self.log = log
    }

    /// Tidies up until its task is cancelled.
    package func run() async {
        guard RetainedKind.allCases.contains(where: { $0.age(in: policy) != nil }) else { return }
        while !Task.isCancelled {
            do {
                try await round()
                try await time.sleep(for: Self.rest)
            } catch is CancellationError {
                return
            } catch {
                log.error("Old rows could not be removed", ("cause", "\(error)"))
                guard (try? await time.sleep(for: .seconds(60))) != nil else { return }
            }
        }
    }

    /// Goes once through what has become old since the round before, or through everything that may be.
    ///
    /// - Returns: How many rows went, by kind.
    @discardableResult
    package func round() async throws -> [RetainedKind: Int] {
        var counts: [RetainedKind: Int] = [:]
        let places = progress.withLock { progress in
            defer { progress.rounds += 1 }
            return progress.rounds % Self.roundsBetweenWholeOnes == 0 ? [:] : progress.places
        }
        for kind in RetainedKind.allCases {
            guard let age = kind.age(in: policy) else { continue }
            let moment = time.now.addingTimeInterval(-(age / .seconds(1)))
            var cursor: Int64? = places[kind] ?? 0
            while let place = cursor {
                try Task.checkCancellation()
                // Another server at it is as good as this one.
                guard let step = try await storage.removeOld(kind, before: moment, after: place) else { break }
                if step.removed > 0 {
                    removed.add(step.removed, kind.rawValue)
                    counts[kind, default: 0] += step.removed
                }
                cursor = step.cursor
                if let cursor { progress.withLock { $0.places[kind] = cursor } }
                if cursor != nil { try await time.sleep(for: Self.pause) }
            }
        }
        let now = time.now
        lastRound.withLock { $0 = now }
        if !counts.isEmpty {
            log.info(
                "Old rows removed",
                (
                    "counts",
                    counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" }
                        .joined(separator: ", ")
                ))
        }
        return counts
    }

    /// Writes what it has done.
    package func writeMetrics(to page: inout MetricsPage) {
        removed.write(to: &page)
        guard let last = lastRound.withLock({ $0 }) else { return }
        page.gauge(
            "tidings_retention_last_round_timestamp_seconds", "When old rows were last looked for, in Unix time.",
            [.init(last.timeIntervalSince1970)])
    }
}
