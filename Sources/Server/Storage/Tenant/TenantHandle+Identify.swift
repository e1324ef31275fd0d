package import Foundation

extension TenantHandle {
    /// Gives an anonymous past to the person it turned out to be: by another name, or by merging two subscribers.
    ///
    /// The anonymous id leads to that person for ever. The same call again changes nothing and answers the same.
    ///
    /// - Parameters:
    ///   - externalID: The person, made if unknown.
    ///   - anonymousID: The id of the past.
    ///   - isVerified: Whether the caller proved to be that person, which is remembered.
    ///   - now: The wall clock.
    /// - Returns: What became of the past.
    /// - Throws: `StorageError`; then nothing is changed.
    package func identify(
        externalID: String, anonymousID: String, isVerified: Bool, now: Date
    ) async throws -> IdentifyResult {
        let tenant = tenant
        return try await database.write { connection in
            let result = try Self.identify(externalID, anonymousID, tenant: tenant, now: now, connection)
            guard isVerified, case .belongs(let person, let way) = result else { return result }
            return .belongs(try Self.verify(person, now: now, connection), way)
        }
    }

    private static func identify(
        _ externalID: String, _ anonymousID: String, tenant: Int64, now: Date, _ connection: any WriteConnection
    ) throws -> IdentifyResult {
        if externalID == anonymousID { return .aliasIsPrimary }
        guard anonymousID.hasPrefix(Subscriber.anonymousPrefix) else { return .sourceIdentified }
        let person = try subscriber(externalID, tenant: tenant, connection)
        let known = try connection.first(
            "select subscriber_id, result from aliases where tenant_id = ?1 and alias = ?2", tenant, anonymousID
        ) { row -> (owner: Int64, way: IdentifyResult.Way) in (try row[0], try row[1]) }
        if let known {
            guard let person, person.row == known.owner else { return .sourceIdentified }
            return .belongs(person, known.way)
        }
        let past = try subscriber(anonymousID, tenant: tenant, connection)
        if let past, !past.isAnonymous { return .sourceIdentified }
        let (owner, way) = try join(past, person, externalID, tenant: tenant, now: now, connection)
        try connection.execute(
            "insert into aliases (tenant_id, alias, subscriber_id, result, created_at) values (?1, ?2, ?3, ?4, ?5)",
            tenant, anonymousID, owner.row, way, now)
        return .belongs(owner, way)
    }

    private static func join(
        _ past: Subscriber?, _ person: Subscriber?, _ externalID: String, tenant: Int64, now: Date,
        _ connection: any WriteConnection
    ) throws -> (Subscriber, IdentifyResult.Way) {
        guard let past else {
            return (try obtainSubscriber(externalID, tenant: tenant, now: now, connection).0, .nothing)
        }
        if let person {
            return (try SubscriberMerge(past, person, now: now, connection).run(), .merged)
        }
        let renamed = try connection.first(
            """
            update subscribers set external_id = ?2, updated_at = ?3 where id = ?1 returning \(subscriberColumns)
            """, past.row, externalID, now, decode: subscriber)
        return (renamed ?? past, .renamed)
    }

    private static func verify(
        _ person: Subscriber, now: Date, _ connection: any WriteConnection
    ) throws -> Subscriber {
        try connection.first(
            "update subscribers set verified_at = ?2 where id = ?1 returning \(subscriberColumns)", person.row, now,
            decode: subscriber) ?? person
    }
}
