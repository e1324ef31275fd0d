package import Foundation
internal import PushModel

extension TenantHandle {
    /// Stores events in order, each on its own merits.
    ///
    /// - Parameters:
    ///   - events: What happened.
    ///   - device: The device that reports; nil for the tenant's backend.
    ///   - now: The wall clock.
    /// - Returns: What became of each event, in order.
    /// - Throws: `StorageError`; then nothing is stored.
    package func record(_ events: [NewEvent], device: Device?, now: Date) async throws -> [EventResult] {
        let tenant = tenant
        return try await database.write { connection in
            try events.map { try Self.record($0, device: device, tenant: tenant, now: now, connection) }
        }
    }

    private static func record(
        _ event: NewEvent, device: Device?, tenant: Int64, now: Date, _ connection: any WriteConnection
    ) throws -> EventResult {
        guard let subscriber = try subscriberRow(event.externalID, tenant: tenant, connection) else {
            return .unknownSubscriber
        }
        if let clientID = event.clientID {
            let known: Int64? = try connection.first(
                "select id from events where subscriber_id = ?1 and client_id = ?2", subscriber, clientID
            ) { try $0[0] }
            if known != nil { return .duplicate }
        }
        if let receipt = event.receipt {
            guard let device,
                try Self.record(receipt, at: event.occurredAt, device: device, tenant: tenant, now: now, connection)
            else { return .unknownMessage }
        }
        if let report = event.planReport, let device {
            try store(report, of: device, for: subscriber, tenant: tenant, connection)
        }
        let id = try insert(
            event.name, of: subscriber, device: device?.row, clientID: event.clientID, occurredAt: event.occurredAt,
            data: event.data, tenant: tenant, now: now, connection)
        return .accepted(id)
    }

    /// Stores an event as the subscriber's next.
    @discardableResult
    static func insert(
        _ name: String, of subscriber: Int64, device: Int64?, clientID: String?, occurredAt: Date, data: [UInt8],
        tenant: Int64, now: Date, _ connection: any WriteConnection
    ) throws -> Identifier {
        let id = Identifier(.event, at: now)
        try connection.execute(
            "update subscribers set event_sequence = event_sequence + 1 where id = ?1", subscriber)
        try connection.execute(
            """
            insert into events (public_id, tenant_id, subscriber_id, device_id, name, client_id, sequence,
                occurred_at, received_at, data)
            values (?1, ?2, ?3, ?4, ?5, ?6, (select event_sequence from subscribers where id = ?3), ?7, ?8, ?9)
            """, id, tenant, subscriber, device, name, clientID, occurredAt, now, data)
        return id
    }

    /// Counts a receipt once per delivery and kind.
    ///
    /// - Returns: Whether the device has a delivery of the message.
    private static func record(
        _ receipt: NewReceipt, at occurredAt: Date, device: Device, tenant: Int64, now: Date,
        _ connection: any WriteConnection
    ) throws -> Bool {
        let found = try connection.first(
            """
            select d.id, d.message_id from messages m
            join deliveries d on d.message_id = m.id and d.device_id = ?3
            where m.tenant_id = ?1 and m.public_id = ?2
            """, tenant, receipt.message, device.row
        ) { row -> (delivery: Int64, message: Int64) in (try row[0], try row[1]) }
        guard let found else { return false }
        let inserted = try connection.execute(
            """
            insert into receipts (tenant_id, message_id, delivery_id, kind, occurred_at, received_at, action, input,
                reason)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) on conflict (delivery_id, kind) do nothing
            """, tenant, found.message, found.delivery, receipt.kind, occurredAt, now, receipt.action, receipt.input,
            receipt.reason)
        if inserted == 1 {
            let column = receipt.kind.rawValue
            try connection.execute("update messages set \(column) = \(column) + 1 where id = ?1", found.message)
        }
        return true
    }

    /// The tenant's events, newest first, of one subscriber if its external id is given.
    package func events(externalID: String?, before: Int64?, limit: Int) async throws -> Page<Event> {
        let tenant = tenant
        return try await database.read { connection in
            var subscriber: Int64?
            if let externalID {
                subscriber = try Self.subscriberRow(externalID, tenant: tenant, connection)
                if subscriber == nil { return Page([], limit: limit, key: \.row) }
            }
            let filter = subscriber == nil ? "e.tenant_id = ?1" : "e.subscriber_id = ?1"
            let rows = try connection.rows(
                """
                select e.id, e.public_id, s.external_id, d.public_id, e.name, e.client_id, e.sequence, e.occurred_at,
                    e.received_at, e.data
                from events e join subscribers s on s.id = e.subscriber_id left join devices d on d.id = e.device_id
                where \(filter) and e.id < ?2 order by e.id desc limit ?3
                """, subscriber ?? tenant, before ?? .max, limit + 1
            ) { row in
                Event(
                    row: try row[0], id: try row[1], externalID: try row[2],
                    deviceID: try row[3], name: try row[4],
                    clientID: try row[5], sequence: try row[6], occurredAt: try row[7], receivedAt: try row[8],
                    data: try row[9])
            }
            return Page(rows, limit: limit, key: \.row)
        }
    }
}
