package import Foundation
internal import Metrics

/// What one step of planning did.
package struct PlanProgress: Sendable, Equatable {
    /// How many deliveries it made that are to be sent.
    package var deliveries = 0
    /// How many messages and declared attributes it worked on; 0 means that nothing is left to plan.
    package var messages = 0
}

/// Reads an expression, JSON text, as a condition on subscribers at a moment.
package typealias ExpressionReader = @Sendable (_ expression: String, _ now: Date) throws -> SubscriberCondition

/// Reads a schedule, JSON text of a message accepted at a moment, as the moment for each time zone; nil is never.
package typealias ScheduleReader =
    @Sendable (_ schedule: String, _ acceptedAt: Date) throws -> @Sendable (_ timeZone: String?) -> Date?

/// What planning has to know of what messages say.
package struct PlanRules: Sendable {
    /// Reads the expressions that messages were accepted for.
    package let expressions: ExpressionReader
    /// Reads the schedules of messages.
    package let schedules: ScheduleReader

    /// Brings the two together.
    package init(expressions: @escaping ExpressionReader, schedules: @escaping ScheduleReader) {
        self.expressions = expressions
        self.schedules = schedules
    }
}

extension SystemHandle {
    /// How many subscribers of one message a step walks.
    package static let planPage = 500
    /// How many messages a step works on.
    package static let planMessages = 200

    /// Messages that name people, and those that walk over all subscribers, with how many of each a step works on.
    ///
    /// They stand in two queues, so that a message to a million does not keep one to a single person waiting.
    private static let planQueues = [
        ("audience_end is null", planMessages), ("audience_end is not null", 20),
    ]

    /// Walks one page of the audience of each message that is not yet planned, oldest first, and makes deliveries.
    ///
    /// Page and cursor are one transaction, so a crash repeats or loses nothing. A step ends early once it has made
    /// about two pages of deliveries in each queue, so that it does not keep other writers waiting.
    ///
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - rules: Reads what messages say about whom they are for and when.
    /// - Returns: What was done.
    /// - Throws: `StorageError`; then nothing was done.
    package func plan(now: Date, rules: PlanRules) async throws -> PlanProgress {
        let stages = stages
        return try await database.write { connection in
            try stages.measure("plan") { try Self.plan(now: now, rules: rules, connection) }
        }
    }

    private static func plan(now: Date, rules: PlanRules, _ connection: any WriteConnection) throws -> PlanProgress {
        try connection.lock(.planning)
        var progress = PlanProgress()
        try beginScheduled(now: now, connection)
        progress.messages += try cancelDeliveries(now: now, connection)
        progress.messages += try fillAttributes(connection)
        let planner = try Planner(connection, now: now, rules: rules)
        for (condition, limit) in planQueues {
            let open: [Int64] = try connection.rows(
                "select id from messages where is_planned = 0 and \(condition) order by id limit ?1", limit
            ) { try $0[0] }
            let start = planner.rows
            // Walks share a step, so that none of them stands still behind the others.
            let page = limit == planMessages ? planPage : max(50, 2 * planPage / max(2, open.count))
            for message in open where planner.rows - start < 2 * planPage {
                progress.deliveries += try planner.planPage(of: message, limit: page)
                progress.messages += 1
            }
        }
        if progress.deliveries > 0 { try connection.announceWork() }
        return progress
    }

    /// The first moment at which a message that waits is to be planned; nil if none waits.
    package func nextPlan() async throws -> Date? {
        try await database.read { connection in
            try connection.first(
                "select plan_at from messages where plan_at is not null order by plan_at limit 1"
            ) { try $0[0] }
        }
    }

    /// What stands in for the plan of a message is for its people: it begins when all of them are known.
    private static func beginScheduled(now: Date, _ connection: any WriteConnection) throws {
        try connection.execute(
            """
            update messages set plan_at = null, is_planned = 0, status = 'queued'
            where plan_at is not null and plan_at <= ?1 and (fallback_of is null
                or coalesce((select o.is_planned from messages o where o.id = messages.fallback_of), 1) = 1)
            """, now)
    }

    /// Ends a page of the deliveries of messages that were taken back.
    ///
    /// - Returns: How many messages it worked on.
    private static func cancelDeliveries(now: Date, _ connection: any WriteConnection) throws -> Int {
        let messages = try connection.rows(
            "select id, cancel_cursor from messages where cancel_cursor is not null order by id limit 20"
        ) { (row) -> (id: Int64, cursor: Int64) in (try row[0], try row[1]) }
        guard !messages.isEmpty else { return 0 }
        let recorder = OutcomeRecorder(connection, now: now)
        for message in messages {
            let page: [Int64] = try connection.rows(
                "select id from deliveries where message_id = ?1 and id > ?2 and state = 0 order by id limit ?3",
                message.id, message.cursor, planPage
            ) { try $0[0] }
            for delivery in page {
                try recorder.finish(delivery: delivery, message: message.id, .canceled, reason: "canceled")
            }
            // What is being sent just now ends by its own answer; if that is a retry, the next claim ends it.
            try connection.execute(
                "update messages set cancel_cursor = ?2 where id = ?1", message.id,
                page.count < planPage ? Int64?.none : page.last)
            try recorder.settle(message: message.id)
        }
        return messages.count
    }
}
