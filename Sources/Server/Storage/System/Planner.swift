internal import Foundation
internal import PushModel

/// Turns pages of audiences into deliveries, with each statement compiled once for the whole step.
final class Planner {
    /// How much was done: deliveries made, skipped ones included, or people looked at, whichever is more.
    private(set) var rows = 0

    private let now: Date
    private let reader: AudienceReader
    private let schedules: ScheduleReader
    private let message: any PreparedStatement
    private let connection: any WriteConnection
    private var made = ValueBatch()
    private var random = RandomSupply()
    private let advance: any PreparedStatement
    private let earlierDelivery: any PreparedStatement
    private let earlierEntry: any PreparedStatement
    private let earlierSkip: any PreparedStatement

    private struct Candidate {
        let device: Int64
        let app: Int64
        let isEnabled: Bool
        let token: Int64?
        let environment: PushEnvironment?
        let isValid: Bool?
        let timeZone: String?
    }
    private struct Tally {
        var made = 0
        var skipped = 0
        /// When the message goes out by the clocks of a zone; nil means now.
        var moment: (@Sendable (String?) -> Date?)?
    }

    private static let devices = """
        select d.id, d.app_id, d.is_enabled, t.id, t.environment, t.is_valid, coalesce(s.time_zone, d.time_zone)
        from devices d join subscribers s on s.id = d.subscriber_id
            left join tokens t on t.device_id = d.id and t.kind = 'alert'
        where d.subscriber_id = ?1 and d.deleted_at is null order by d.id
        """
    private static let insert = """
        insert into deliveries (public_id, tenant_id, message_id, subscriber_id, device_id, token_id, app_id,
            environment, state, outcome, reason, due_at, expires_at, created_at, finished_at, inbox_id)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
        """

    init(_ connection: any WriteConnection, now: Date, rules: PlanRules) throws {
        self.now = now
        self.connection = connection
        schedules = rules.schedules
        reader = try AudienceReader(connection, expressions: rules.expressions)
        message = try connection.prepare(
            """
            select id, tenant_id, audience, app_id, cursor, expires_at, created_at, topic_id, audience_end,
                expression, schedule, fallback_of
            from messages where id = ?1
            """)
        advance = try connection.prepare(
            """
            update messages set cursor = ?2, is_planned = ?3, total = total + ?4, skipped = skipped + ?5,
                status = case when cast(?3 as bigint) = 1
                    and total + ?4 = sent + failed + invalid + expired + canceled + skipped + ?5
                    then 'completed' else 'processing' end,
                completed_at = case when cast(?3 as bigint) = 1
                    and total + ?4 = sent + failed + invalid + expired + canceled + skipped + ?5
                    then cast(?6 as bigint) else null end
            where id = ?1
            """)
        earlierDelivery = try connection.prepare("select id from deliveries where message_id = ?1 and device_id = ?2")
        earlierSkip = try connection.prepare(
            "select id from deliveries where message_id = ?1 and subscriber_id = ?2")
        earlierEntry = try connection.prepare("select id from deliveries where inbox_id = ?1 and message_id = ?2")
    }

    /// Plans one page of one message.
    ///
    /// - Returns: How many deliveries are to be sent.
    func planPage(of row: Int64, limit: Int = SystemHandle.planPage) throws -> Int {
        let open = try message.first(row) { row in
            OpenMessage(
                row: try row[0], tenant: try row[1], audience: Audience(bytes: try row[2]), app: try row[3],
                cursor: try row[4], expiresAt: try row[5], createdAt: try row[6], expression: try row[9],
                schedule: try row[10],
                topic: try row[7], audienceEnd: try row[8], fallbackOf: try row[11])
        }
        guard let open else { return 0 }
        let page = try reader.page(of: open, limit: limit)
        var tally = Tally()
        tally.moment = try open.schedule.map { try schedules($0, open.createdAt) }
        var subscribers = ValueBatch()
        for recipient in page.recipients { try subscribers.add(recipient.subscriber) }
        let candidates = try connection.rows(Self.devices, each: subscribers) { row in
            Candidate(
                device: try row[0], app: try row[1], isEnabled: try row[2], token: try row[3],
                environment: try row[4], isValid: try row[5], timeZone: try row[6])
        }
        for (recipient, candidates) in zip(page.recipients, candidates) {
            try plan(open, for: recipient, candidates.filter { open.app == nil || $0.app == open.app }, &tally)
        }
        try write()
        rows += max(tally.made, page.examined)
        try advance.run(open.row, page.cursor, page.isLast, tally.made, tally.skipped, now)
        return tally.made - tally.skipped
    }

    /// Writes the deliveries that have gathered.
    private func write() throws {
        _ = try connection.execute(Self.insert, each: made)
        made = ValueBatch()
    }

    private func plan(
        _ open: OpenMessage, for recipient: AudienceReader.Recipient, _ candidates: [Candidate], _ tally: inout Tally
    ) throws {
        let subscriber = recipient.subscriber
        var candidates = candidates
        // The first delivery of a subscriber is the message's place in that subscriber's history, if it is wanted there.
        // What stands in for a plan has none: the plan is in the history.
        var inbox: Int64? = recipient.wantsTopic && open.fallbackOf == nil ? subscriber : nil
        if recipient.mayHaveSome {
            // What this page has made counts, too.
            try write()
            candidates = try candidates.filter { try earlierDelivery.first(open.row, $0.device) { _ in true } == nil }
            let isInHistory = try earlierEntry.first(subscriber, open.row) { _ in true } == true
            if isInHistory { inbox = nil }
            if candidates.isEmpty, try isInHistory || wasSkipped(recipient, open) { return }
        }
        for candidate in candidates {
            try add(candidate, reason: Self.reason(candidate, recipient), open, subscriber, inbox, &tally)
            inbox = nil
        }
        if candidates.isEmpty {
            try add(nil, reason: recipient.wantsTopic ? "no_device" : "unsubscribed", open, subscriber, inbox, &tally)
        }
    }

    /// Whether a person without a place in the history was skipped already: only people who are named, and do not want the
    /// topic, and those of a plan.
    private func wasSkipped(_ recipient: AudienceReader.Recipient, _ open: OpenMessage) throws -> Bool {
        guard !recipient.wantsTopic || open.fallbackOf != nil else { return false }
        return try earlierSkip.first(open.row, recipient.subscriber) { _ in true } == true
    }

    private static func reason(_ candidate: Candidate, _ recipient: AudienceReader.Recipient) -> String? {
        if !recipient.wantsTopic || !candidate.isEnabled { return "unsubscribed" }
        if candidate.token == nil { return "no_token" }
        return candidate.isValid == false ? "invalid_token" : nil
    }

    /// Makes a delivery that is due, or one that is skipped for a reason.
    private func add(
        _ candidate: Candidate?, reason: String?, _ open: OpenMessage, _ subscriber: Int64, _ inbox: Int64?,
        _ tally: inout Tally
    ) throws {
        var due = now
        var reason = reason
        if reason == nil, let moment = tally.moment {
            // A zone where the time has passed gets the message at once.
            if let at = moment(candidate?.timeZone) { due = max(now, at) } else { reason = "schedule_gap" }
        }
        try made.add(
            Identifier(.delivery, at: now, using: &random), open.tenant, open.row, subscriber, candidate?.device,
            candidate?.token,
            candidate?.app ?? open.app, candidate?.environment, reason == nil ? 0 : 2,
            reason.map { _ in DeliveryOutcome.skipped }, reason, reason == nil ? due : nil, open.expiresAt, now,
            reason.map { _ in now }, inbox)
        tally.made += 1
        if reason != nil { tally.skipped += 1 }
    }
}
