package import Foundation
internal import PushModel

extension TenantHandle {
    static let subscriberColumns = """
        id, public_id, external_id, attributes, time_zone, locale, verified_at, created_at, updated_at, anonymous_times
        """

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
            var traits = SubscriberTraits(old)
            traits.replace(attributes: attributes, timeZone: timeZone, locale: locale, at: now)
            let times = traits.times
            let changed = try connection.first(
                """
                update subscribers set attributes = ?2, time_zone = ?3, locale = ?4, updated_at = ?5,
                    anonymous_times = ?6
                where id = ?1 returning \(Self.subscriberColumns)
                """, old.row, attributes, timeZone, locale, now, times, decode: Self.subscriber)
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
                Self.subscriberPage, tenant, before ?? .max, limit + 1, decode: Self.subscriber)
            return Page(rows, limit: limit, key: \.row)
        }
    }

    /// A page of a tenant's subscribers, in front of a row.
    static let subscriberPage = """
        select \(subscriberColumns) from subscribers
        where tenant_id = ?1 and id < ?2 and merged_into is null order by id desc limit ?3
        """

    /// The subscriber whom an external id names, be it one of their earlier anonymous ids.
    static func subscriber(
        _ externalID: String, tenant: Int64, _ connection: any ReadConnection
    ) throws -> Subscriber? {
        // In two steps: in one, PostgreSQL looks through all of the tenant's people, since its rules for rows come first.
        guard let row = try subscriberRow(externalID, tenant: tenant, connection) else { return nil }
        return try connection.first(selectSubscriber, row, decode: subscriber)
    }

    /// Finds a subscriber by row, `?1`.
    static let selectSubscriber = "select \(subscriberColumns) from subscribers where id = ?1"

    /// The row of the subscriber whom an external id names.
    static func subscriberRow(
        _ externalID: String, tenant: Int64, _ connection: any ReadConnection
    ) throws -> Int64? {
        try connection.first(selectRowOfExternalID, tenant, externalID) { row -> Int64? in try row[0] } ?? nil
    }

    /// Finds a row by tenant, `?1`, and external id, `?2`; null if there is none.
    ///
    /// Aliases come first: a merged subscriber still has its row, which is nobody's any more.
    static let selectRowOfExternalID = """
        select coalesce((select subscriber_id from aliases where tenant_id = ?1 and alias = ?2),
            (select id from subscribers where tenant_id = ?1 and external_id = ?2))
        """

    static func obtainSubscriber(
        _ externalID: String, tenant: Int64, now: Date, _ connection: any WriteConnection
    ) throws -> (Subscriber, isNew: Bool) {
        if let known = try subscriber(externalID, tenant: tenant, connection) { return (known, false) }
        let made = try connection.first(
            """
            insert into subscribers (public_id, tenant_id, external_id, attributes, created_at, updated_at)
            values (?1, ?2, ?3, '{}', ?4, ?4) returning \(subscriberColumns)
            """, Identifier(.subscriber, at: now), tenant, externalID, now, decode: subscriber)
        guard let made else { throw StorageError(.other, detail: "The subscriber was not stored.") }
        return (made, true)
    }

    static func subscriber(_ row: any Row) throws -> Subscriber {
        Subscriber(
            row: try row[0], id: try row[1], externalID: try row[2],
            attributes: try row[3], timeZone: try row[4], locale: try row[5], verifiedAt: try row[6],
            createdAt: try row[7], updatedAt: try row[8], anonymousTimes: try row[9])
    }
}
