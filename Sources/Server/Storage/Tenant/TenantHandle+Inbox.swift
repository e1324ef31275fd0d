package import Foundation
package import PushModel

/// A message in a subscriber's history.
package struct InboxEntry: Sendable {
    /// Its place in the history; later entries have greater ones.
    package let position: Int64
    /// The message's id.
    package let messageID: Identifier
    /// The request's body, byte for byte.
    package let body: [UInt8]
    /// When the message was accepted.
    package let createdAt: Date
    /// When it expires.
    package let expiresAt: Date
}

extension TenantHandle {
    /// The messages that were for a subscriber, oldest first.
    package func inbox(subscriber row: Int64, after: Int64, limit: Int) async throws -> Page<InboxEntry> {
        let tenant = tenant
        return try await database.read { connection in
            let rows = try connection.rows(
                """
                select d.id, m.public_id, m.body, m.created_at, m.expires_at from deliveries d join messages m on m.id = d.message_id
                where d.inbox_id = ?2 and d.tenant_id = ?1 and d.id > ?3 order by d.id limit ?4
                """, tenant, row, after, limit + 1
            ) { row in
                InboxEntry(
                    position: try row[0], messageID: try row[1], body: try row[2],
                    createdAt: try row[3], expiresAt: try row[4])
            }
            return Page(rows, limit: limit, key: \.position)
        }
    }
}
