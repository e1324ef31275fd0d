package import Foundation
internal import PushModel

extension TenantHandle {
    private static let columns =
        "id, public_id, external_id, attributes, time_zone, locale, verified_at, created_at, updated_at"

    /// Makes a subscriber or replaces what is known about one; nothing is written if nothing changes.
    ///
    /// - Returns: The subscriber and whether it is new.
    package func putSubscriber(
        externalID: String, attributes: String, timeZone: String?, locale: String?, now: Date
    ) async throws -> (subscriber: Subscriber, isNew: Bool) {
        let tenant = tenant
        return try await database.write { connection in
            let (old, isNew) = try Self.obtainSubscriber(externalID, tenant: tenant, now: now, connection)
            let unchanged = old.attributes == attributes && old.timeZone == timeZone && old.locale == locale
            if unchanged { return (old, isNew) }
            let changed = try connection.first(
                """
                update subscribers set attributes = ?2, time_zone = ?3, locale = ?4, updated_at = ?5
                where id = ?1 returning \(Self.columns)
                """, old.row, attributes, timeZone, locale, now, decode: Self.subscriber)
            return (changed ?? old, isNew)
        }
    }

    /// The subscriber with an external id.
    package func subscriber(externalID: String) async throws -> Subscriber? {
        let tenant = tenant
        return try await database.read { try Self.subscriber(externalID, tenant: tenant, $0) }
    }

    /// The tenant's subscribers, newest first.
    package func subscribers(before: Int64?, limit: Int) async throws -> Page<Subscriber> {
        let tenant = tenant
        return try await database.read { connection in
            let rows = try connection.rows(
                "select \(Self.columns) from subscribers where tenant_id = ?1 and id < ?2 order by id desc limit ?3",
                tenant, before ?? .max, limit + 1, decode: Self.subscriber)
            return Page(rows, limit: limit, key: \.row)
        }
    }

    static func subscriber(
        _ externalID: String, tenant: Int64, _ connection: any ReadConnection
    ) throws -> Subscriber? {
        try connection.first(
            "select \(columns) from subscribers where tenant_id = ?1 and external_id = ?2", tenant, externalID,
            decode: subscriber)
    }

    static func obtainSubscriber(
        _ externalID: String, tenant: Int64, now: Date, _ connection: any WriteConnection
    ) throws -> (Subscriber, isNew: Bool) {
        if let known = try subscriber(externalID, tenant: tenant, connection) { return (known, false) }
        let made = try connection.first(
            """
            insert into subscribers (public_id, tenant_id, external_id, attributes, created_at, updated_at)
            values (?1, ?2, ?3, '{}', ?4, ?4) returning \(columns)
            """, Identifier(.subscriber, at: now), tenant, externalID, now, decode: subscriber)
        guard let made else { throw StorageError(.other, detail: "The subscriber was not stored.") }
        return (made, true)
    }

    private static func subscriber(_ row: any Row) throws -> Subscriber {
        Subscriber(
            row: try row[0], id: try row[1], externalID: try row[2],
            attributes: try row[3], timeZone: try row[4], locale: try row[5], verifiedAt: try row[6],
            createdAt: try row[7], updatedAt: try row[8])
    }
}
