internal import Foundation

/// Makes two subscribers one: what an anonymous past has becomes the person's.
///
/// Each rule gives the same result in whatever order several pasts are merged: the newer choice of a topic, the values
/// of ``SubscriberTraits``, and everything else side by side.
struct SubscriberMerge {
    /// How many events, and how many messages of the history, are moved; older ones stay behind.
    static let historyLimit = 1_000

    private let past: Subscriber
    private let person: Subscriber
    private let now: Date
    private let connection: any WriteConnection

    init(_ past: Subscriber, _ person: Subscriber, now: Date, _ connection: any WriteConnection) {
        self.past = past
        self.person = person
        self.now = now
        self.connection = connection
    }

    /// Merges, and answers the person as they are then.
    func run() throws -> Subscriber {
        try connection.execute(
            "update devices set subscriber_id = ?2 where subscriber_id = ?1", past.row, person.row)
        try connection.execute(
            """
            insert into device_owners (subscriber_id, device_id, tenant_id)
            select ?2, device_id, tenant_id from device_owners where subscriber_id = ?1 on conflict do nothing
            """, past.row, person.row)
        try connection.execute("delete from device_owners where subscriber_id = ?1", past.row)
        try movePreferences()
        try movePlans()
        try moveEvents()
        try moveHistory()
        try moveCalls()
        // The row stays for the deliveries that name it; what it knew has moved.
        try connection.execute(
            """
            update subscribers set merged_into = ?2, merged_at = ?3, attributes = '{}', time_zone = null,
                locale = null, anonymous_times = '{}'
            where id = ?1
            """, past.row, person.row, now)
        try connection.execute(
            """
            update subscribers set merged_at = ?2, created_at = case when created_at > ?3 then ?3 else created_at end
            where id = ?1
            """, person.row, now, past.createdAt)
        var traits = SubscriberTraits(person)
        traits.absorb(SubscriberTraits(past))
        // What would be too much is left: the person's own values are never cut.
        if traits.attributes.count > Subscriber.attributeByteLimit { traits = SubscriberTraits(person) }
        return try TenantHandle.store(traits, person, now: now, connection)
    }

    private func movePreferences() throws {
        // Of two choices at the same millisecond the one for fewer pushes counts.
        try connection.execute(
            """
            insert into preferences (tenant_id, topic_id, subscriber_id, channel, is_enabled, updated_at)
            select tenant_id, topic_id, ?2, channel, is_enabled, updated_at from preferences
            where subscriber_id = ?1 order by id
            on conflict (topic_id, subscriber_id, channel) do update set is_enabled = excluded.is_enabled,
                updated_at = excluded.updated_at
            where excluded.updated_at > preferences.updated_at
                or excluded.updated_at = preferences.updated_at and excluded.is_enabled < preferences.is_enabled
            """, past.row, person.row)
        try connection.execute("delete from preferences where subscriber_id = ?1", past.row)
        try connection.execute(
            """
            insert into topic_uses (tenant_id, topic_id, subscriber_id, day, message_id)
            select tenant_id, topic_id, ?2, day, message_id from topic_uses where subscriber_id = ?1 order by id
            on conflict (topic_id, subscriber_id, message_id) do nothing
            """, past.row, person.row)
        try connection.execute("delete from topic_uses where subscriber_id = ?1", past.row)
    }

    private func movePlans() throws {
        try connection.execute(
            """
            insert into plan_reports (message_id, subscriber_id, device_id, tenant_id, change, is_held, is_void)
            select message_id, ?2, device_id, tenant_id, change, is_held, is_void from plan_reports
            where subscriber_id = ?1
            on conflict (message_id, subscriber_id, device_id) do update set change = excluded.change,
                is_held = excluded.is_held, is_void = excluded.is_void
            where excluded.change > plan_reports.change
            """, past.row, person.row)
        try connection.execute("delete from plan_reports where subscriber_id = ?1", past.row)
    }

    private func moveEvents() throws {
        let events = try connection.rows(
            "select id, client_id from events where subscriber_id = ?1 order by id desc limit ?2", past.row,
            Self.historyLimit
        ) { row -> (id: Int64, clientID: String?) in (try row[0], try row[1]) }
        guard !events.isEmpty else { return }
        let known = try connection.prepare("select id from events where subscriber_id = ?1 and client_id = ?2")
        let move = try connection.prepare("update events set subscriber_id = ?2, sequence = ?3 where id = ?1")
        var sequence: Int =
            try connection.first("select event_sequence from subscribers where id = ?1", person.row) { try $0[0] } ?? 0
        for event in events.reversed() {
            let isKnown = try event.clientID.map { try known.first(person.row, $0) { _ in true } ?? false } ?? false
            if isKnown { continue }
            sequence += 1
            try move.run(event.id, person.row, sequence)
        }
        try connection.execute("update subscribers set event_sequence = ?2 where id = ?1", person.row, sequence)
    }

    private func moveCalls() throws {
        // A call for both is one call for the person, whatever the past said to it.
        try connection.execute(
            """
            insert into call_people (call_id, subscriber_id, tenant_id, has_declined)
            select call_id, ?2, tenant_id, has_declined from call_people where subscriber_id = ?1
            on conflict (call_id, subscriber_id) do nothing
            """, past.row, person.row)
        try connection.execute("delete from call_people where subscriber_id = ?1", past.row)
        for table in ["call_devices", "call_events"] {
            try connection.execute(
                "update \(table) set subscriber_id = ?2 where subscriber_id = ?1", past.row, person.row)
        }
        for column in ["answered_person", "by_person"] {
            try connection.execute(
                """
                update calls set \(column) = ?2
                where \(column) = ?1 and id in (select call_id from call_people where subscriber_id = ?2)
                """, past.row, person.row)
        }
    }

    private func moveHistory() throws {
        let newest = "select id, message_id from deliveries where inbox_id = ?1 order by id desc limit ?2"
        let entries = try connection.rows(newest, past.row, Self.historyLimit) { row -> (id: Int64, message: Int64) in
            (try row[0], try row[1])
        }
        guard !entries.isEmpty else { return }
        // A message that was for both is in the history once.
        let known = Set(try connection.rows(newest, person.row, Self.historyLimit) { row -> Int64 in try row[1] })
        let move = try connection.prepare("update deliveries set inbox_id = ?2 where id = ?1")
        for entry in entries.reversed() where !known.contains(entry.message) { try move.run(entry.id, person.row) }
    }
}
