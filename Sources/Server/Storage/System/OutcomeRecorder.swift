internal import Foundation

/// Writes the ends and retries of deliveries in bulk, and adds them up per message before it touches the messages.
///
/// Nothing is written before `settleMessages` or `settle`.
final class OutcomeRecorder {
    private let now: Date
    private let connection: any WriteConnection
    private var ends = ValueBatch()
    private var ended: [(message: Int64, outcome: DeliveryOutcome, record: AttemptRecord?)] = []
    private var retries = ValueBatch()
    private var retried: [(record: AttemptRecord, at: Date)] = []
    private var attempts = ValueBatch()
    private var unanswered = ValueBatch()
    private var counts: [Int64: [DeliveryOutcome: Int]] = [:]

    private static let finish = """
        update deliveries set state = 2, outcome = ?2, reason = ?3, due_at = null, finished_at = ?4,
            provider_status = coalesce(?5, provider_status), provider_reason = coalesce(?6, provider_reason),
            unique_id = coalesce(?7, unique_id)
        where id = ?1 and state < 2 and (attempts = ?8 or ?8 is null)
        """
    private static let retry = """
        update deliveries set state = 0, due_at = ?2, reason = ?3, environment = ?4, changed_environment = ?5,
            failures = ?6, immediate_resends = ?7, ambiguous = ambiguous + ?8,
            provider_status = coalesce(?9, provider_status), provider_reason = coalesce(?10, provider_reason)
        where id = ?1 and state = 1 and attempts = ?11
        """
    private static let attempt = """
        update attempts set finished_at = ?3, result = ?4, provider_status = ?5, reason = ?6, next_at = ?7
        where delivery_id = ?1 and number = ?2
        """

    init(_ connection: any WriteConnection, now: Date) {
        self.connection = connection
        self.now = now
    }

    /// Ends a delivery without an attempt.
    func finish(delivery: Int64, message: Int64, _ outcome: DeliveryOutcome, reason: String) throws {
        try ends.add(delivery, outcome, reason, now, Int?.none, String?.none, String?.none, Int?.none)
        ended.append((message, outcome, nil))
    }

    /// Notes that an attempt's answer never came, because its lease ran out.
    func noAnswer(delivery: Int64, attempt number: Int) throws {
        try attempts.add(delivery, number, now, "ambiguous", Int?.none, "lease_expired", now)
        try unanswered.add(delivery)
    }

    /// Records what became of an attempt.
    func record(_ record: AttemptRecord) throws {
        switch record.next {
        case .finish(let outcome, let reason):
            try ends.add(
                record.delivery, outcome, reason, now, record.providerStatus, record.providerReason, record.uniqueID,
                record.number)
            ended.append((record.message, outcome, record))
        case .retry(let at, let reason, let environment, let changedEnvironment, let failures, let immediateResends):
            try retries.add(
                record.delivery, at, reason, environment, changedEnvironment, failures, immediateResends,
                record.result == "ambiguous", record.providerStatus, record.providerReason, record.number)
            retried.append((record, at))
        }
    }

    /// Writes what has gathered; what another server has taken over meanwhile stays as it is.
    private func write() throws {
        for (end, isChanged) in zip(ended, try connection.execute(Self.finish, each: ends)) where isChanged {
            counts[end.message, default: [:]][end.outcome, default: 0] += 1
            if let record = end.record { try note(record, nextAt: nil) }
        }
        for (retry, isChanged) in zip(retried, try connection.execute(Self.retry, each: retries)) where isChanged {
            try note(retry.record, nextAt: retry.at)
        }
        _ = try connection.execute(Self.attempt, each: attempts)
        // Whatever happens next to these: some end without another attempt.
        _ = try connection.execute("update deliveries set ambiguous = ambiguous + 1 where id = ?1", each: unanswered)
        (ends, ended, retries, retried, attempts) = (ValueBatch(), [], ValueBatch(), [], ValueBatch())
        unanswered = ValueBatch()
    }

    private func note(_ record: AttemptRecord, nextAt: Date?) throws {
        try attempts.add(
            record.delivery, record.number, now, record.result, record.providerStatus, record.providerReason, nextAt)
        try apply(record.tokenChange, to: record.token, registeredAt: record.tokenRegisteredAt)
    }

    private func apply(_ change: AttemptRecord.TokenChange, to token: Int64?, registeredAt: Date) throws {
        guard let token else { return }
        switch change {
        case .none:
            break
        case .belongs(let environment):
            try connection.execute("update tokens set environment = ?2 where id = ?1", token, environment)
        case .invalidate(let reason):
            try connection.execute(
                """
                update tokens set is_valid = 0, reason = ?2, invalidated_at = ?3
                where id = ?1 and registered_at <= ?4
                """, token, reason, now, registeredAt)
        case .pause(let until):
            try connection.execute("update tokens set paused_until = ?2 where id = ?1", token, until)
        }
    }

    /// Adds the ends up in their messages and completes those that have none pending.
    func settleMessages() throws {
        try write()
        for message in counts.keys.sorted() { try settle(message: message) }
    }

    /// Adds the ends of one message up, and completes it if it has none pending.
    func settle(message: Int64) throws {
        try write()
        for (outcome, count) in counts.removeValue(forKey: message) ?? [:] {
            try connection.execute(
                "update messages set \(outcome.rawValue) = \(outcome.rawValue) + ?2 where id = ?1",
                message, count)
        }
        try connection.execute(
            """
            update messages set status = 'completed', completed_at = ?2
            where id = ?1 and is_planned = 1 and status = 'processing'
                and total = sent + failed + invalid + expired + canceled + skipped
            """, message, now)
    }
}
