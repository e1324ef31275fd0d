package import Foundation

extension TenantHandle {
    /// Changes single things about a subscriber, who is made if unknown; nothing is written if nothing changes.
    package func changeSubscriber(
        externalID: String, _ change: SubscriberChange, now: Date
    ) async throws -> SubscriberChangeResult {
        let tenant = tenant
        return try await database.write { connection in
            let (old, _) = try Self.obtainSubscriber(externalID, tenant: tenant, now: now, connection)
            var traits = SubscriberTraits(old)
            traits.apply(change, at: now)
            guard traits != SubscriberTraits(old) else { return .changed(old) }
            let size = traits.attributes.count
            guard size <= Subscriber.attributeByteLimit else { return .tooLarge(size) }
            return .changed(try Self.store(traits, old, now: now, connection))
        }
    }

    static func store(
        _ traits: SubscriberTraits, _ old: Subscriber, now: Date, _ connection: any WriteConnection
    ) throws -> Subscriber {
        try connection.first(
            """
            update subscribers set attributes = ?2, time_zone = ?3, locale = ?4, anonymous_times = ?5, updated_at = ?6
            where id = ?1 returning \(subscriberColumns)
            """, old.row, String(decoding: traits.attributes, as: UTF8.self), traits.timeZone, traits.locale,
            traits.times, now, decode: subscriber) ?? old
    }
}
