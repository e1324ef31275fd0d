package import Foundation
package import PushModel

extension TenantHandle {
    private static let selection = """
        select d.id, d.public_id, d.subscriber_id, s.public_id, s.external_id, s.verified_at, a.bundle_id,
            d.platform, d.permission, d.locale, d.time_zone, d.sdk_version, d.app_version, d.os_version, d.model,
            d.has_service_extension, d.is_enabled, d.encryption_key_id, d.encryption_public_key, d.encryption_auth,
            t.token, t.environment, t.is_valid, t.reason, t.registered_at, d.created_at, d.last_seen_at,
            c.token, c.environment, c.is_valid, c.reason, c.registered_at
        from devices d join subscribers s on s.id = d.subscriber_id join apps a on a.id = d.app_id
            left join tokens t on t.device_id = d.id and t.kind = 'alert'
            left join tokens c on c.device_id = d.id and c.kind = 'voip'
        """

    /// One device that is registered.
    package func device(_ id: Identifier) async throws -> Device? {
        let tenant = tenant
        return try await database.read { connection in
            try connection.first(
                "\(Self.selection) where d.tenant_id = ?1 and d.public_id = ?2 and d.deleted_at is null",
                tenant, id, decode: Self.device)
        }
    }

    /// One device that is registered to the subscriber whom an external id names.
    package func device(_ id: Identifier, of externalID: String) async throws -> Device? {
        let tenant = tenant
        return try await database.read { connection in
            guard let subscriber = try Self.subscriberRow(externalID, tenant: tenant, connection) else { return nil }
            return try connection.first(
                """
                \(Self.selection) where d.tenant_id = ?1 and d.public_id = ?2 and d.subscriber_id = ?3
                    and d.deleted_at is null
                """, tenant, id, subscriber, decode: Self.device)
        }
    }

    /// The device that reports what happened in the name of the subscriber whom an external id names.
    ///
    /// It is theirs, or was: a device may tell of somebody's time after it has changed hands or was removed.
    package func reportingDevice(_ id: Identifier, of externalID: String) async throws -> Device? {
        let tenant = tenant
        return try await database.read { connection in
            guard let subscriber = try Self.subscriberRow(externalID, tenant: tenant, connection) else { return nil }
            return try connection.first(
                """
                \(Self.selection) where d.tenant_id = ?1 and d.public_id = ?2 and (d.subscriber_id = ?3 or exists
                    (select 1 from device_owners o where o.subscriber_id = ?3 and o.device_id = d.id))
                """, tenant, id, subscriber, decode: Self.device)
        }
    }

    /// The tenant's registered devices, newest first, of one subscriber if its external id is given.
    package func devices(externalID: String?, before: Int64?, limit: Int) async throws -> Page<Device> {
        let tenant = tenant
        return try await database.read { connection in
            let rows: [Device]
            if let externalID {
                guard let subscriber = try Self.subscriberRow(externalID, tenant: tenant, connection) else {
                    return Page([], limit: limit, key: \.row)
                }
                rows = try connection.rows(
                    """
                    \(Self.selection) where d.tenant_id = ?1 and d.subscriber_id = ?2
                        and d.id < ?3 and d.deleted_at is null order by d.id desc limit ?4
                    """, tenant, subscriber, before ?? .max, limit + 1, decode: Self.device)
            } else {
                rows = try connection.rows(
                    """
                    \(Self.selection) where d.tenant_id = ?1 and d.id < ?2 and d.deleted_at is null
                    order by d.id desc limit ?3
                    """, tenant, before ?? .max, limit + 1, decode: Self.device)
            }
            return Page(rows, limit: limit, key: \.row)
        }
    }

    /// The registered devices that have a token, given in hex; one for each app that uses it.
    package func devices(token: String) async throws -> [Device] {
        let tenant = tenant
        return try await database.read { connection in
            try connection.rows(
                """
                \(Self.selection) where d.tenant_id = ?1 and d.deleted_at is null and t.token = ?2
                    and t.kind = 'alert' and t.app_id in (select id from apps where tenant_id = ?1)
                order by d.id desc limit 100
                """, tenant, token, decode: Self.device)
        }
    }

    /// Mutes or unmutes a device.
    ///
    /// - Returns: The device, or nil if the tenant has no such device.
    package func setDevice(_ id: Identifier, enabled: Bool) async throws -> Device? {
        let tenant = tenant
        return try await database.write { connection in
            try connection.execute(
                "update devices set is_enabled = ?3 where tenant_id = ?1 and public_id = ?2 and deleted_at is null",
                tenant, id, enabled)
            return try connection.first(
                "\(Self.selection) where d.tenant_id = ?1 and d.public_id = ?2 and d.deleted_at is null",
                tenant, id, decode: Self.device)
        }
    }

    /// Removes a device: its token is forgotten, its history stays.
    ///
    /// - Returns: Whether there was such a device.
    package func removeDevice(_ id: Identifier, now: Date) async throws -> Bool {
        let tenant = tenant
        return try await database.write { connection in
            let row: Int64? = try connection.first(
                """
                update devices set deleted_at = ?3, encryption_key_id = null, encryption_public_key = null,
                    encryption_auth = null, earlier_key_id = null, key_changed_at = null
                where tenant_id = ?1 and public_id = ?2 and deleted_at is null returning id
                """, tenant, id, now
            ) { try $0[0] }
            guard let row else { return false }
            try connection.execute("delete from tokens where device_id = ?1", row)
            return true
        }
    }

    static func device(row: Int64, tenant: Int64, _ connection: any ReadConnection) throws -> Device? {
        try connection.first(
            "\(selection) where d.tenant_id = ?1 and d.id = ?2 and d.deleted_at is null", tenant, row, decode: device)
    }

    private static func device(_ row: any Row) throws -> Device {
        var description = DeviceDescription()
        description.platform = try row[7]
        description.permission = try row[8]
        description.locale = try row[9]
        description.timeZone = try row[10]
        description.sdkVersion = try row[11]
        description.appVersion = try row[12]
        description.osVersion = try row[13]
        description.model = try row[14]
        description.hasServiceExtension = try row[15]
        let keyID: String? = try row[17]
        let verifiedAt: Date? = try row[5]
        return Device(
            row: try row[0], id: try row[1], subscriberRow: try row[2],
            subscriberID: try row[3], externalID: try row[4],
            isVerified: verifiedAt != nil, bundleID: try row[6], description: description, isEnabled: try row[16],
            encryption: try keyID.map {
                DeviceEncryption(keyID: $0, publicKey: try row[18], auth: try row[19])
            },
            token: try token(row, 20), voipToken: try token(row, 27),
            createdAt: try row[25], lastSeenAt: try row[26])
    }

    /// A token that stands in five columns.
    private static func token(_ row: any Row, _ place: Int) throws -> DeviceTokenRecord? {
        let token: String? = try row[place]
        return try token.map {
            DeviceTokenRecord(
                token: $0, environment: try row[place + 1], isValid: try row[place + 2], reason: try row[place + 3],
                registeredAt: try row[place + 4])
        }
    }
}
