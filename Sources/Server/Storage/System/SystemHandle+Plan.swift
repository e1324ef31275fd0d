package import Foundation

/// What one step of planning did.
package struct PlanProgress: Sendable, Equatable {
    /// How many deliveries it made that are to be sent.
    package var deliveries = 0
    /// How many messages it worked on; 0 means that nothing is left to plan.
    package var messages = 0
}

/// Reads an expression, JSON text, as a condition on subscribers at a moment.
package typealias ExpressionReader = @Sendable (_ expression: String, _ now: Date) throws -> SubscriberCondition

extension SystemHandle {
    /// How many subscribers of one message a step walks.
    package static let planPage = 500
    /// How many messages a step works on.
    package static let planMessages = 200

    /// Messages that name people, and those that walk over all subscribers, with how many of each a step works on.
    ///
    /// They stand in two queues, so that a message to a million does not keep one to a single person waiting.
    private static let planQueues = [("audience_end is null", planMessages), ("audience_end is not null", 4)]

    /// Walks one page of the audience of each message that is not yet planned, oldest first, and makes deliveries.
    ///
    /// Page and cursor are one transaction, so a crash repeats or loses nothing. A step ends early once it has made
    /// about two pages of deliveries in each queue, so that it does not keep other writers waiting.
    ///
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - expressions: Reads the expressions that messages were accepted for.
    /// - Returns: What was done.
    /// - Throws: `StorageError`; then nothing was done.
    package func plan(now: Date, expressions: @escaping ExpressionReader) async throws -> PlanProgress {
        try await database.write { connection in
            try connection.lock(.planning)
            var progress = PlanProgress()
            let planner = try Planner(connection, now: now, expressions: expressions)
            for (condition, limit) in Self.planQueues {
                let open: [Int64] = try connection.rows(
                    "select id from messages where is_planned = 0 and \(condition) order by id limit ?1", limit
                ) { try $0[0] }
                let start = planner.rows
                for message in open where planner.rows - start < 2 * Self.planPage {
                    progress.deliveries += try planner.planPage(of: message)
                    progress.messages += 1
                }
            }
            if progress.deliveries > 0 { try connection.announceWork() }
            return progress
        }
    }
}
