package import Foundation

extension SystemHandle {
    /// How many rows a step looks at.
    package static let retentionPage = 500

    /// Removes what is older than a moment, among the next rows behind a cursor.
    ///
    /// Rows lie in the order in which they were made, so the first one that is too young ends the walk. What is pending
    /// is never touched: deliveries go when their message is completed, and those about plans when no message is left that
    /// could stand in for one; messages go when they have no deliveries left. A message that was sent with an idempotency
    /// key stays without its content, so that the key still leads to it.
    ///
    /// - Parameters:
    ///   - kind: What is removed.
    ///   - moment: What ended before goes.
    ///   - cursor: Where the step before stopped; 0 at the beginning.
    /// - Returns: What was done; nil if another server is doing it at the moment.
    /// - Throws: `StorageError`; then nothing was done.
    package func removeOld(
        _ kind: RetainedKind, before moment: Date, after cursor: Int64
    ) async throws -> RetentionStep? {
        try await database.write { connection in
            guard try connection.tryLock(.retention) else { return nil }
            let page = try Self.page(kind, before: moment, after: cursor, connection)
            guard let end = page.end else { return RetentionStep() }
            var step = RetentionStep(removed: 0, cursor: page.isLast ? nil : end)
            switch kind {
            case .events:
                step.removed = try connection.execute(
                    "delete from events where id > ?1 and id <= ?2 and received_at < ?3", cursor, end, moment)
            case .attempts:
                step.removed = try connection.execute(
                    """
                    delete from attempts where delivery_id > ?1 and delivery_id <= ?2 and delivery_id in
                        (select id from deliveries where id > ?1 and id <= ?2 and state = 2 and finished_at < ?3)
                    """, cursor, end, moment)
            case .calls:
                step.removed = try Self.removeCalls(after: cursor, upTo: end, before: moment, connection)
            case .deliveries:
                step.removed = try Self.removeDeliveries(after: cursor, upTo: end, before: moment, connection)
            case .messages:
                step.removed = try Self.removeMessages(after: cursor, upTo: end, before: moment, connection)
            }
            return step
        }
    }

    private static func removeDeliveries(
        after cursor: Int64, upTo end: Int64, before moment: Date, _ connection: any WriteConnection
    ) throws -> Int {
        let old = """
            select d.id from deliveries d join messages m on m.id = d.message_id
            where d.id > ?1 and d.id <= ?2 and d.state = 2 and m.completed_at < ?3
                and (m.plans is null or not exists (select 1 from messages f where f.tenant_id = m.tenant_id
                    and f.fallback_of is not null and f.completed_at is null and f.created_at <= m.created_at))
            """
        for table in ["attempts", "receipts", "waits"] {
            try connection.execute(
                "delete from \(table) where delivery_id > ?1 and delivery_id <= ?2 and delivery_id in (\(old))",
                cursor, end, moment)
        }
        return try connection.execute("delete from deliveries where id in (\(old))", cursor, end, moment)
    }

    private static func removeCalls(
        after cursor: Int64, upTo end: Int64, before moment: Date, _ connection: any WriteConnection
    ) throws -> Int {
        // One that nobody ended is over by now, too; what rings is never this old.
        let old = "select id from calls where id > ?1 and id <= ?2 and deadline is null and changed_at < ?3"
        for table in ["call_people", "call_devices", "call_events"] {
            try connection.execute("delete from \(table) where call_id in (\(old))", cursor, end, moment)
        }
        return try connection.execute("delete from calls where id in (\(old))", cursor, end, moment)
    }

    private static func removeMessages(
        after cursor: Int64, upTo end: Int64, before moment: Date, _ connection: any WriteConnection
    ) throws -> Int {
        let old = """
            id > ?1 and id <= ?2 and completed_at < ?3
                and not exists (select 1 from deliveries d where d.message_id = messages.id)
            """
        for table in ["ciphertexts", "plan_reports"] {
            try connection.execute(
                "delete from \(table) where message_id in (select id from messages where \(old))", cursor, end, moment)
        }
        let emptied = try connection.execute(
            """
            update messages set body = ?4, audience = ?4, expression = null, schedule = null
            where \(old) and has_key = 1 and length(body) > 0
            """, cursor, end, moment, [UInt8]())
        return try emptied
            + connection.execute("delete from messages where \(old) and has_key = 0", cursor, end, moment)
    }

    /// The rows that a step looks at: up to the last that was made before the moment.
    private static func page(
        _ kind: RetainedKind, before moment: Date, after cursor: Int64, _ connection: any ReadConnection
    ) throws -> (end: Int64?, isLast: Bool) {
        let (table, column) =
            switch kind {
            case .events: ("events", "received_at")
            case .attempts, .deliveries: ("deliveries", "created_at")
            case .calls: ("calls", "created_at")
            case .messages: ("messages", "created_at")
            }
        let rows = try connection.rows(
            "select id, \(column) from \(table) where id > ?1 order by id limit ?2", cursor, retentionPage
        ) { (row) -> (id: Int64, madeAt: Date) in (try row[0], try row[1]) }
        let old = rows.prefix { $0.madeAt < moment }
        return (old.last?.id, old.count < retentionPage)
    }
}
