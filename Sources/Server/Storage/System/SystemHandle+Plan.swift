package import Foundation

/// What one step of planning did.
package struct PlanProgress: Sendable, Equatable {
    /// How many deliveries it made that are to be sent.
    package var deliveries = 0
    /// How many messages it worked on; 0 means that nothing is left to plan.
    package var messages = 0
}

extension SystemHandle {
    /// How many subscribers of one message a step walks.
    package static let planPage = 500
    /// How many messages a step works on.
    package static let planMessages = 200

    private struct OpenMessage {
        let row: Int64
        let tenant: Int64
        let audience: Audience
        let app: Int64?
        var cursor: Int
        let expiresAt: Date
    }

    /// Walks one page of the audience of each message that is not yet planned, oldest first, and makes deliveries.
    ///
    /// Page and cursor are one transaction, so a crash repeats or loses nothing. A step ends early once it has made
    /// about two pages of deliveries, so that it does not keep other writers waiting.
    package func plan(now: Date) async throws -> PlanProgress {
        try await database.write { connection in
            let open = try connection.rows(
                """
                select id, tenant_id, audience, app_id, cursor, expires_at from messages where is_planned = 0
                order by id limit ?1
                """, Self.planMessages
            ) { row in
                OpenMessage(
                    row: try row[0], tenant: try row[1], audience: Audience(bytes: try row[2]), app: try row[3],
                    cursor: try row[4], expiresAt: try row[5])
            }
            var progress = PlanProgress()
            let planner = try Planner(connection, now: now)
            for message in open {
                progress.deliveries += try planner.planPage(
                    tenant: message.tenant, message: message.row, audience: message.audience, app: message.app,
                    cursor: message.cursor, expiresAt: message.expiresAt)
                progress.messages += 1
                if planner.rows >= 2 * Self.planPage { break }
            }
            return progress
        }
    }
}
