internal import Foundation
package import PushModel

extension TenantHandle {
    /// Stores a message and its idempotency key in one durable transaction.
    ///
    /// The transaction also looks for an earlier request with the key, so simultaneous repeats become one message.
    package func accept(_ message: NewMessage) async throws -> AcceptResult {
        let tenant = tenant
        return try await database.write { try Self.accept(message, tenant: tenant, $0) }
    }

    /// The message that an earlier request with the key and the same body made.
    package func message(idempotencyKey key: String, bodyHash: [UInt8]) async throws -> Identifier? {
        let tenant = tenant
        let earlier = try await database.read { try Self.earlier(key, tenant: tenant, $0) }
        return earlier.flatMap { $0.hash == bodyHash ? $0.id : nil }
    }

    private static func earlier(
        _ key: String, tenant: Int64, _ connection: any ReadConnection
    ) throws -> (hash: [UInt8], id: Identifier)? {
        try connection.first(
            """
            select i.body_hash, m.public_id from idempotency i join messages m on m.id = i.message_id
            where i.tenant_id = ?1 and i.key = ?2
            """, tenant, key
        ) { (row) -> (hash: [UInt8], id: Identifier) in (try row[0], try row[1]) }
    }

    private static func accept(
        _ message: NewMessage, tenant: Int64, _ connection: any WriteConnection
    ) throws -> AcceptResult {
        if let key = message.idempotencyKey {
            if let earlier = try earlier(key, tenant: tenant, connection) {
                return earlier.hash == message.bodyHash ? .replayed(earlier.id) : .keyReused
            }
        }
        var app: Int64?
        if let bundleID = message.bundleID {
            app = try connection.first(
                "select id from apps where tenant_id = ?1 and bundle_id = ?2", tenant, bundleID
            ) { try $0[0] }
            if app == nil { return .unknownApp }
        }
        var topic: Int64?
        if let slug = message.topic {
            topic = try self.topic(slug: slug, tenant: tenant, connection)?.row
            if topic == nil { return .unknownTopic }
        }
        var expression = message.expression
        var segment: Segment?
        if let slug = message.segment {
            segment = try self.segment(slug: slug, tenant: tenant, connection)
            guard let segment else { return .unknownSegment }
            // The message keeps this version, whatever becomes of the segment.
            expression = segment.expression
        }
        let find = try connection.prepare(selectRowOfExternalID)
        var rows: [Int64] = []
        var seen: Set<Int64> = []
        var unknown: [Int] = []
        for (index, externalID) in message.externalIDs.enumerated() {
            guard let row = try find.first(tenant, externalID, decode: { row -> Int64? in try row[0] }) ?? nil else {
                unknown.append(index)
                continue
            }
            // An earlier id of somebody who is named as well is the same person.
            if seen.insert(row).inserted { rows.append(row) }
        }
        guard unknown.isEmpty else { return .unknownSubscribers(unknown) }
        let sealed = try devices(
            of: message.ciphertexts, people: Set(rows), tenant: tenant, message.createdAt, connection)
        guard sealed.faults.isEmpty else { return .refusedCiphertexts(sealed.faults) }
        // Whoever comes later than the message is not in its audience, so a walk has an end.
        let end: Int64? =
            try rows.isEmpty
            ? connection.first("select coalesce(max(id), 0) from subscribers where tenant_id = ?1", tenant) {
                try $0[0]
            }
            : nil
        let row: Int64? = try connection.first(
            """
            insert into messages (public_id, tenant_id, status, body, audience, app_id, created_at, expires_at,
                topic_id, audience_end, expression, segment_slug, segment_version, schedule, plan_at, is_planned,
                has_ciphertexts, has_key, plans)
            values (?1, ?2, ?15, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?16, ?17, ?18, ?19)
            on conflict (public_id) do nothing returning id
            """, message.id, tenant, message.body, Audience(rows: rows).bytes, app, message.createdAt,
            message.expiresAt, topic, end, expression, segment?.slug, segment?.version,
            message.schedule, message.planAt, message.planAt == nil ? MessageStatus.queued : .scheduled,
            message.planAt == nil ? 0 : 2, !message.ciphertexts.isEmpty,
            message.idempotencyKey != nil, message.plans?.text
        ) { try $0[0] }
        guard let row else { return .idTaken }
        try store(message.ciphertexts.map(\.sealed), for: sealed.devices, message: row, tenant: tenant, connection)
        if message.ignoresCaps {
            try connection.execute("update messages set ignores_caps = 1 where id = ?1", row)
        }
        if let fallback = message.fallback { try store(fallback, of: row, connection) }
        if let key = message.idempotencyKey {
            try connection.execute(
                """
                insert into idempotency (tenant_id, key, body_hash, message_id, created_at)
                values (?1, ?2, ?3, ?4, ?5)
                """, tenant, key, message.bodyHash, row, message.createdAt)
        }
        return .accepted
    }
}
