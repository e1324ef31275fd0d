package import PushModel

extension TenantHandle {
    /// Everything that is known about a delivery; nil if the tenant has no such delivery.
    package func story(delivery id: Identifier) async throws -> DeliveryStory? {
        let tenant = tenant
        return try await database.read { connection in
            guard let delivery = try Self.delivery(id, tenant: tenant, connection),
                let message = try Self.message(delivery.messageID, tenant: tenant, connection)
            else { return nil }
            let subscriber: Int64? = try connection.first(
                """
                select coalesce(s.merged_into, s.id) from deliveries d join subscribers s on s.id = d.subscriber_id
                where d.id = ?1
                """, delivery.row
            ) { try $0[0] }
            let waits = try connection.rows(
                "select at, until_at, reason from waits where tenant_id = ?1 and delivery_id = ?2 order by id",
                tenant, delivery.row
            ) { Wait(at: try $0[0], until: try $0[1], reason: try $0[2]) }
            return DeliveryStory(
                delivery: delivery, message: message, subscriber: subscriber ?? 0, waits: waits,
                attempts: try Self.attempts(of: delivery.row, connection))
        }
    }

    /// Which of some conditions a subscriber meets now.
    package func meets(_ conditions: [SubscriberCondition], subscriber row: Int64) async throws -> [Bool] {
        let tenant = tenant
        return try await database.read { connection in
            try conditions.map { condition in
                let filter = condition(connection.dialect, .none, 3)
                let values: [any DatabaseConvertible] = [tenant, row]
                return try !connection.rows(
                    "select 1 from subscribers s where s.tenant_id = ?1 and s.id = ?2 and \(filter.clause)",
                    values: values + filter.values
                ) { _ in true }.isEmpty
            }
        }
    }
}
