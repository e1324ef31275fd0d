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
    /// Whether the caller sealed the message.
    package let isSealedByCaller: Bool
    /// What the caller sealed for the asking device.
    package let ciphertext: Ciphertext?
    /// When the message was accepted.
    package let createdAt: Date
    /// When it expires.
    package let expiresAt: Date
}

extension TenantHandle {
    /// The messages that were for a subscriber, oldest first, as one of the subscriber's devices may read them.
    package func inbox(subscriber row: Int64, device: Int64, after: Int64, limit: Int) async throws -> Page<InboxEntry>
    {
        let tenant = tenant
        return try await database.read { connection in
            let rows = try connection.rows(
                """
                select d.id, m.public_id, m.body, m.created_at, m.expires_at, c.key_id, c.body, m.has_ciphertexts
                from deliveries d join messages m on m.id = d.message_id
                    left join ciphertexts c on c.message_id = m.id and c.device_id = ?5
                where d.inbox_id = ?2 and d.tenant_id = ?1 and d.id > ?3 order by d.id limit ?4
                """, tenant, row, after, limit + 1, device
            ) { row in
                let keyID: String? = try row[5]
                return InboxEntry(
                    position: try row[0], messageID: try row[1], body: try row[2],
                    isSealedByCaller: try row[7],
                    ciphertext: try keyID.map { Ciphertext(keyID: $0, body: try row[6]) },
                    createdAt: try row[3], expiresAt: try row[4])
            }
            return Page(rows, limit: limit, key: \.position)
        }
    }
}
