internal import Foundation
package import PushModel

extension TenantHandle {
    private static let selection = """
        select id, public_id, status, body, created_at, expires_at, completed_at, total,
            sent, failed, invalid, expired, canceled, skipped,
            delivered, presented, suppressed, opened, dismissed, expression, segment_slug, segment_version,
            plan_at, canceled_at, (select slug from topics t where t.id = topic_id), call_event,
            case when plans is not null then
                (select f.public_id from messages f where f.fallback_of = messages.id) end,
            case when fallback_of is not null then
                (select o.public_id from messages o where o.id = messages.fallback_of) end
        from messages
        """

    /// One message.
    package func message(_ id: Identifier) async throws -> Message? {
        let tenant = tenant
        return try await database.read { try Self.message(id, tenant: tenant, $0) }
    }

    static func message(_ id: Identifier, tenant: Int64, _ connection: any ReadConnection) throws -> Message? {
        try connection.first(
            "\(selection) where tenant_id = ?1 and public_id = ?2", tenant, id, decode: message)
    }

    /// The tenant's messages, newest first.
    package func messages(before: Int64?, limit: Int) async throws -> Page<Message> {
        let tenant = tenant
        return try await database.read { connection in
            let rows = try connection.rows(
                "\(Self.selection) where tenant_id = ?1 and id < ?2 order by id desc limit ?3",
                tenant, before ?? .max, limit + 1, decode: Self.message)
            return Page(rows, limit: limit, key: \.row)
        }
    }

    private static func message(_ row: any Row) throws -> Message {
        var outcomes: [DeliveryOutcome: Int] = [:]
        for (index, outcome) in DeliveryOutcome.allCases.enumerated() { outcomes[outcome] = try row[8 + index] }
        var receipts: [ReceiptKind: Int] = [:]
        for (index, kind) in ReceiptKind.allCases.enumerated() { receipts[kind] = try row[14 + index] }
        let slug: String? = try row[20]
        return Message(
            row: try row[0], id: try row[1], status: try row[2], body: try row[3],
            createdAt: try row[4], expiresAt: try row[5], completedAt: try row[6],
            scheduledFor: try row[22], canceledAt: try row[23], topic: try row[24], expression: try row[19],
            segment: try slug.map { ($0, try row[21]) }, callEvent: try row[25], fallback: try row[26],
            fallbackOf: try row[27], total: try row[7],
            outcomes: outcomes, receipts: receipts)
    }
}
