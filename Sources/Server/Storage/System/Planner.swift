internal import Foundation
internal import PushModel

/// Turns pages of audiences into deliveries, with each statement compiled once for the whole step.
final class Planner {
    /// How many deliveries were made, skipped ones included.
    private(set) var rows = 0

    private let now: Date
    private let message: any PreparedStatement
    private let devices: any PreparedStatement
    private let insert: any PreparedStatement
    private let advance: any PreparedStatement

    private struct Candidate {
        let device: Int64
        let app: Int64
        let isEnabled: Bool
        let token: Int64?
        let environment: PushEnvironment?
        let isValid: Bool?
    }

    init(_ connection: any WriteConnection, now: Date) throws {
        self.now = now
        message = try connection.prepare(
            "select tenant_id, audience, app_id, cursor, expires_at from messages where id = ?1")
        devices = try connection.prepare(
            """
            select d.id, d.app_id, d.is_enabled, t.id, t.environment, t.is_valid
            from devices d left join tokens t on t.device_id = d.id and t.kind = 'alert'
            where d.subscriber_id = ?1 and d.deleted_at is null order by d.id
            """)
        insert = try connection.prepare(
            """
            insert into deliveries (public_id, tenant_id, message_id, subscriber_id, device_id, token_id, app_id,
                environment, state, outcome, reason, due_at, expires_at, created_at, finished_at, inbox_id)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
            """)
        advance = try connection.prepare(
            """
            update messages set cursor = ?2, is_planned = ?3, total = total + ?4, skipped = skipped + ?5,
                status = case when ?3 and total + ?4 = sent + failed + invalid + expired + canceled + skipped + ?5
                    then 'completed' else 'processing' end,
                completed_at = case when ?3 and total + ?4 = sent + failed + invalid + expired + canceled + skipped + ?5
                    then ?6 else null end
            where id = ?1
            """)
    }

    private struct Open {
        let tenant: Int64
        let audience: Audience
        let app: Int64?
        let cursor: Int
        let expiresAt: Date
    }

    /// Plans one page of one message.
    ///
    /// - Returns: How many deliveries are to be sent.
    func planPage(of row: Int64) throws -> Int {
        let open = try message.first(row) { row in
            Open(
                tenant: try row[0], audience: Audience(bytes: try row[1]), app: try row[2], cursor: try row[3],
                expiresAt: try row[4])
        }
        return try open.map { try planPage($0, message: row) } ?? 0
    }

    private func planPage(_ open: Open, message: Int64) throws -> Int {
        let (tenant, audience, app, cursor) = (open.tenant, open.audience, open.app, open.cursor)
        let expiresAt = open.expiresAt
        let end = min(audience.count, cursor + SystemHandle.planPage)
        var made = 0
        var skipped = 0
        for index in cursor..<max(cursor, end) {
            let subscriber = audience[index]
            let candidates = try devices.rows(subscriber) { row in
                Candidate(
                    device: try row[0], app: try row[1], isEnabled: try row[2], token: try row[3],
                    environment: try row[4], isValid: try row[5])
            }.filter { app == nil || $0.app == app }
            // The first delivery of a subscriber is the message's place in that subscriber's history.
            var inbox: Int64? = subscriber
            for candidate in candidates {
                let reason: String? =
                    !candidate.isEnabled
                    ? "unsubscribed"
                    : candidate.token == nil ? "no_token" : candidate.isValid == false ? "invalid_token" : nil
                try insert.run(
                    Identifier(.delivery, at: now), tenant, message, subscriber, candidate.device,
                    candidate.token, candidate.app, candidate.environment, reason == nil ? 0 : 2,
                    reason.map { _ in DeliveryOutcome.skipped }, reason, reason == nil ? now : nil, expiresAt, now,
                    reason.map { _ in now }, inbox)
                inbox = nil
                made += 1
                if reason != nil { skipped += 1 }
            }
            if candidates.isEmpty {
                try insert.run(
                    Identifier(.delivery, at: now), tenant, message, subscriber, Int64?.none, Int64?.none, app,
                    PushEnvironment?.none, 2, DeliveryOutcome.skipped, "no_device", Date?.none, expiresAt, now, now,
                    inbox)
                made += 1
                skipped += 1
            }
        }
        rows += made
        try advance.run(message, end, end >= audience.count, made, skipped, now)
        return made - skipped
    }
}
