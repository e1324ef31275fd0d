internal import Foundation
package import PushModel

/// Which deliveries a list shows.
package enum DeliveryFilter: Sendable, Hashable {
    /// All of them.
    case all
    /// Those that have not ended and had no failure yet.
    case pending
    /// Those that have not ended and wait for another try.
    case retrying
    /// Those that ended so.
    case outcome(DeliveryOutcome)

    /// Reads the API's `status`.
    package init?(_ text: String) {
        switch text {
        case "pending": self = .pending
        case "retrying": self = .retrying
        default:
            guard let outcome = DeliveryOutcome(rawValue: text) else { return nil }
            self = .outcome(outcome)
        }
    }

    var condition: String {
        switch self {
        case .all: "true"
        case .pending: "d.outcome is null and not (d.attempts > 0 and d.reason is not null)"
        case .retrying: "d.outcome is null and d.attempts > 0 and d.reason is not null"
        case .outcome(let outcome): "d.outcome = '\(outcome.rawValue)'"
        }
    }
}

extension TenantHandle {
    private static let selection = """
        select d.id, d.public_id, m.public_id, coalesce(p.external_id, s.external_id), v.public_id, d.environment,
            d.outcome, d.reason, d.provider_status, d.provider_reason, d.attempts, d.ambiguous, d.apns_id, d.unique_id, d.due_at,
            d.expires_at, d.created_at, d.finished_at, d.message_id
        from deliveries d join messages m on m.id = d.message_id join subscribers s on s.id = d.subscriber_id
            left join subscribers p on p.id = s.merged_into left join devices v on v.id = d.device_id
        """

    /// A message's deliveries, newest first, of one subscriber if its external id is given.
    ///
    /// - Returns: A page of them; nil if the tenant has no such message.
    package func deliveries(
        message id: Identifier, filter: DeliveryFilter, externalID: String? = nil, before: Int64?, limit: Int
    ) async throws -> Page<Delivery>? {
        let tenant = tenant
        return try await database.read { connection in
            let message: Int64? = try connection.first(
                "select id from messages where tenant_id = ?1 and public_id = ?2", tenant, id
            ) { try $0[0] }
            guard let message else { return nil }
            var person: Int64?
            if let externalID {
                person = try Self.subscriberRow(externalID, tenant: tenant, connection)
                if person == nil { return Page([], limit: limit, key: \.row) }
            }
            let rows = try connection.rows(
                """
                \(Self.selection) where d.tenant_id = ?1 and d.message_id = ?2 and d.id < ?3
                    and \(filter.condition) and (coalesce(s.merged_into, s.id) = ?5 or cast(?5 as bigint) is null)
                order by d.id desc limit ?4
                """, tenant, message, before ?? .max, limit + 1, person, decode: Self.delivery)
            return Page(rows, limit: limit, key: \.row)
        }
    }

    /// What a device was sent, the newest message first; nil if the tenant never had such a device.
    package func deliveries(device id: Identifier, before: Int64?, limit: Int) async throws -> Page<Delivery>? {
        let tenant = tenant
        return try await database.read { connection in
            let device: Int64? = try connection.first(
                "select id from devices where tenant_id = ?1 and public_id = ?2", tenant, id
            ) { try $0[0] }
            guard let device else { return nil }
            let rows = try connection.rows(
                """
                \(Self.selection) where d.tenant_id = ?1 and d.device_id = ?2 and d.message_id < ?3
                order by d.message_id desc limit ?4
                """, tenant, device, before ?? .max, limit + 1, decode: Self.delivery)
            return Page(rows, limit: limit, key: \.messageRow)
        }
    }

    /// One delivery with its receipts.
    package func delivery(_ id: Identifier) async throws -> Delivery? {
        let tenant = tenant
        return try await database.read { try Self.delivery(id, tenant: tenant, $0) }
    }

    static func delivery(_ id: Identifier, tenant: Int64, _ connection: any ReadConnection) throws -> Delivery? {
        let found = try connection.first(
            "\(Self.selection) where d.tenant_id = ?1 and d.public_id = ?2", tenant, id, decode: Self.delivery)
        guard var delivery = found else { return nil }
        delivery.receipts = try connection.rows(
            """
            select kind, occurred_at, action, input, reason, received_at from receipts
            where tenant_id = ?1 and delivery_id = ?2 order by id
            """, tenant, delivery.row
        ) { row in
            Receipt(
                kind: try row[0], at: try row[1], receivedAt: try row[5], action: try row[2], input: try row[3],
                reason: try row[4])
        }
        return delivery
    }

    /// A delivery's attempts, first to last; nil if the tenant has no such delivery.
    package func attempts(delivery id: Identifier) async throws -> [Attempt]? {
        let tenant = tenant
        return try await database.read { connection in
            let delivery: Int64? = try connection.first(
                "select id from deliveries where tenant_id = ?1 and public_id = ?2", tenant, id
            ) { try $0[0] }
            guard let delivery else { return nil }
            return try Self.attempts(of: delivery, connection)
        }
    }

    static func attempts(of delivery: Int64, _ connection: any ReadConnection) throws -> [Attempt] {
        try connection.rows(
            """
            select number, environment, started_at, finished_at, result, provider_status, reason, next_at
            from attempts where delivery_id = ?1 order by number
            """, delivery
        ) { row in
            Attempt(
                number: try row[0], environment: try row[1], startedAt: try row[2], finishedAt: try row[3],
                result: try row[4], providerStatus: try row[5], reason: try row[6], nextAt: try row[7])
        }
    }

    private static func delivery(_ row: any Row) throws -> Delivery {
        let apnsID: [UInt8]? = try row[12]
        return Delivery(
            row: try row[0], id: try row[1],
            messageID: try row[2], externalID: try row[3],
            deviceID: try row[4], environment: try row[5],
            outcome: try row[6], reason: try row[7], providerStatus: try row[8], providerReason: try row[9],
            attempts: try row[10], ambiguous: try row[11], apnsID: apnsID.flatMap(UUID.init(bytes:)),
            uniqueID: try row[13], dueAt: try row[14], expiresAt: try row[15], createdAt: try row[16],
            finishedAt: try row[17], messageRow: try row[18])
    }
}
