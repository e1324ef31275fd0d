internal import PushModel

/// Somebody whom a message names, as the message is written for each of their devices.
package struct NamedRecipient: Sendable {
    /// The person as each of the devices sees them; one without a language of its own stands for those with none.
    package let traits: [RecipientTraits]
}

extension TenantHandle {
    /// The people of external ids, in their order; nil for an id that is nobody's.
    package func recipients(_ externalIDs: [String]) async throws -> [NamedRecipient?] {
        let tenant = tenant
        return try await database.read { connection in
            let person = try connection.prepare(
                "select id, external_id, attributes, locale, time_zone from subscribers where id = ?1")
            let devices = try connection.prepare(
                "select locale, time_zone from devices where subscriber_id = ?1 and deleted_at is null order by id")
            return try externalIDs.map { externalID in
                guard let row = try Self.subscriberRow(externalID, tenant: tenant, connection) else { return nil }
                let own = try person.first(row) { row -> (traits: RecipientTraits, zone: String?) in
                    let zone: String? = try row[4]
                    return (
                        RecipientTraits(
                            externalID: try row[1], attributes: try row[2], locale: try row[3], timeZone: zone), zone
                    )
                }
                guard let own else { return nil }
                let seen = try devices.rows(row) { row -> RecipientTraits in
                    var traits = own.traits
                    if let locale: String = try row[0] { traits.locale = locale }
                    if own.zone == nil { traits.timeZone = try row[1] }
                    return traits
                }
                return NamedRecipient(traits: seen.isEmpty ? [own.traits] : seen)
            }
        }
    }
}
