internal import Foundation
internal import Locking
internal import Storage

/// When scheduled messages go out in a time zone; the schedules of a few messages are read once.
package final class ScheduledMoments: Sendable {
    private static let limit = 64
    private let read = Locked<[StoredSchedule: @Sendable (String?) -> Date?]>([:])

    /// Remembers nothing yet.
    package init() {}

    /// The moment for a person in a zone; nil if the clocks there skip it and the schedule says to leave it out.
    func moment(of schedule: StoredSchedule, in timeZone: String?) -> Date? {
        let known = read.withLock { $0[schedule] }
        if let known { return known(timeZone) }
        // What was stored was checked; a schedule that cannot be read any more holds nothing back.
        guard let rule = try? PlanRules.stored.schedules(schedule.text, schedule.acceptedAt) else {
            return .distantPast
        }
        read.withLock { read in
            if read.count >= Self.limit { read.removeAll() }
            read[schedule] = rule
        }
        return rule(timeZone)
    }
}
