package import Foundation
internal import PushModel

extension TenantHandle {
    /// Registers a device, or refreshes the registration that the install id or the token leads to.
    ///
    /// A refresh reactivates a token that had been found invalid and moves the device to the subscriber named, but
    /// never unmutes it; a device that was removed comes back unmuted.
    package func register(_ registration: DeviceRegistration, now: Date) async throws -> RegistrationResult {
        let tenant = tenant
        return try await database.write { connection in
            try Self.register(registration, tenant: tenant, now: now, connection)
        }
    }

    private static func register(
        _ registration: DeviceRegistration, tenant: Int64, now: Date, _ connection: any WriteConnection
    ) throws -> RegistrationResult {
        guard let app = try app(bundleID: registration.bundleID, tenant: tenant, connection) else {
            return .unknownApp
        }
        let holder = try registration.token.flatMap { try tokenHolder($0, .alert, app: app.row, connection) }
        let voipToken = registration.voipToken.token
        let voipHolder = try voipToken.flatMap { try tokenHolder($0, .voip, app: app.row, connection) }
        for (token, kind, other) in [(registration.token, TokenKind.alert, .voip), (voipToken, .voip, TokenKind.alert)]
        {
            guard let token, try tokenHolder(token, other, app: app.row, connection) != nil else { continue }
            return .wrongKind(kind)
        }
        var row: Int64?
        if let installID = registration.installID {
            row = try connection.first(
                "select id from devices where tenant_id = ?1 and app_id = ?2 and install_id = ?3",
                tenant, app.row, installID
            ) { try $0[0] }
        } else {
            row = holder?.device
        }
        let known = try subscriber(registration.externalID, tenant: tenant, connection)
        if !registration.isVerified {
            for (holder, kind) in [(holder, TokenKind.alert), (voipHolder, .voip)] {
                guard let holder, holder.device != row, holder.isProven, holder.subscriber != known?.row else {
                    continue
                }
                return .tokenTaken(kind)
            }
            if registration.isUnique || registration.isVoIPUnique, known?.verifiedAt != nil { return .unprovenUnique }
        }
        // What was taken over from another system becomes the app's with its first registration.
        if row == nil, let holder, holder.isImported { row = holder.device }
        let (subscriber, _) = try obtainSubscriber(registration.externalID, tenant: tenant, now: now, connection)
        if registration.remembersVerification {
            try connection.execute("update subscribers set verified_at = ?2 where id = ?1", subscriber.row, now)
        }
        let isNew = row == nil
        let deviceRow =
            try row
            ?? insertDevice(
                registration, tenant: tenant, app: app.row, subscriber: subscriber.row, now: now, connection)
        try connection.execute(
            """
            insert into device_owners (subscriber_id, device_id, tenant_id)
            select subscriber_id, id, tenant_id from devices where id = ?1 and subscriber_id <> ?2
            on conflict do nothing
            """, deviceRow, subscriber.row)
        try connection.execute(
            """
            update devices set subscriber_id = ?2, last_seen_at = ?3, deleted_at = null,
                is_enabled = case when deleted_at is null then is_enabled else 1 end,
                install_id = coalesce(?4, install_id), is_imported = 0
            where id = ?1
            """, deviceRow, subscriber.row, now, registration.installID)
        if let description = registration.description { try describe(deviceRow, description, connection) }
        if let encryption = registration.encryption {
            try connection.execute(
                """
                update devices set encryption_key_id = ?2, encryption_public_key = ?3, encryption_auth = ?4,
                    earlier_key_id = case when encryption_key_id = ?2 then earlier_key_id else encryption_key_id end,
                    key_changed_at = case when encryption_key_id = ?2 then key_changed_at else cast(?5 as bigint) end
                where id = ?1
                """, deviceRow, encryption.keyID, encryption.publicKey, encryption.auth, now)
        }
        if let token = registration.token {
            try setToken(
                token, .alert, environment: registration.environment, device: deviceRow, app: app.row, tenant: tenant,
                now: now, connection)
        }
        switch registration.voipToken {
        case .keep: break
        case .end: _ = try removeTokens(.voip, ofDevice: deviceRow, connection)
        case .set(let token):
            try setToken(
                token, .voip, environment: registration.environment, device: deviceRow, app: app.row, tenant: tenant,
                now: now, connection)
        }
        if let holder, holder.isImported, holder.device != deviceRow {
            try connection.execute("update devices set deleted_at = ?2 where id = ?1", holder.device, now)
        }
        for (kind, isUnique) in [(TokenKind.alert, registration.isUnique), (.voip, registration.isVoIPUnique)]
        where isUnique {
            try connection.execute(
                """
                delete from tokens where kind = ?4 and app_id = ?1 and device_id in
                    (select id from devices where subscriber_id = ?2 and id <> ?3)
                """, app.row, subscriber.row, deviceRow, kind)
        }
        guard let device = try device(row: deviceRow, tenant: tenant, connection) else {
            throw StorageError(.other, detail: "The device was not stored.")
        }
        return .registered(device, isNew: isNew)
    }

    private struct TokenHolder {
        let device: Int64
        let subscriber: Int64
        /// Whether the person proved who they are, or the tenant's backend said whose token it is.
        let isProven: Bool
        let isImported: Bool
    }

    private static func tokenHolder(
        _ token: String, _ kind: TokenKind, app: Int64, _ connection: any ReadConnection
    ) throws -> TokenHolder? {
        try connection.first(
            """
            select t.device_id, s.id, s.verified_at is not null or d.install_id is null and d.is_imported = 0,
                d.is_imported
            from tokens t
            join devices d on d.id = t.device_id join subscribers s on s.id = d.subscriber_id
            where t.app_id = ?1 and t.kind = ?3 and t.token = ?2
            """, app, token, kind
        ) { TokenHolder(device: try $0[0], subscriber: try $0[1], isProven: try $0[2], isImported: try $0[3]) }
    }

    private static func insertDevice(
        _ registration: DeviceRegistration, tenant: Int64, app: Int64, subscriber: Int64, now: Date,
        _ connection: any WriteConnection
    ) throws -> Int64 {
        let row: Int64? = try connection.first(
            """
            insert into devices (public_id, tenant_id, subscriber_id, app_id, install_id, platform, permission,
                created_at, last_seen_at)
            values (?1, ?2, ?3, ?4, ?5, 'ios', 'notDetermined', ?6, ?6) returning id
            """, Identifier(.device, at: now), tenant, subscriber, app, registration.installID, now
        ) { try $0[0] }
        guard let row else { throw StorageError(.other, detail: "The device was not stored.") }
        return row
    }

    private static func describe(
        _ device: Int64, _ description: DeviceDescription, _ connection: any WriteConnection
    ) throws {
        try connection.execute(
            """
            update devices set platform = ?2, permission = ?3, locale = ?4, time_zone = ?5, sdk_version = ?6,
                app_version = ?7, os_version = ?8, model = ?9, has_service_extension = ?10
            where id = ?1
            """, device, description.platform, description.permission, description.locale, description.timeZone,
            description.sdkVersion, description.appVersion, description.osVersion, description.model,
            description.hasServiceExtension)
    }

    private static func setToken(
        _ token: String, _ kind: TokenKind, environment: PushEnvironment, device: Int64, app: Int64, tenant: Int64,
        now: Date,
        _ connection: any WriteConnection
    ) throws {
        try connection.execute(
            """
            delete from tokens where kind = ?4
                and (app_id = ?1 and token = ?2 and device_id <> ?3 or device_id = ?3 and token <> ?2)
            """, app, token, device, kind)
        try connection.execute(
            """
            insert into tokens (tenant_id, device_id, app_id, kind, environment, token, registered_at)
            values (?1, ?2, ?3, ?7, ?4, ?5, ?6)
            on conflict (app_id, kind, token) do update set environment = excluded.environment, is_valid = 1,
                reason = null, invalidated_at = null, paused_until = null, registered_at = excluded.registered_at
            """, tenant, device, app, environment, token, now, kind)
    }

    /// Forgets tokens of a kind: those of one device, or of all devices of its person in the same app.
    ///
    /// - Returns: How many there were.
    package func removeTokens(_ kind: TokenKind, of device: Device, andOthers: Bool) async throws -> Int {
        try await database.write { connection in
            guard andOthers else { return try Self.removeTokens(kind, ofDevice: device.row, connection) }
            return try connection.execute(
                """
                delete from tokens where kind = ?1 and app_id = (select app_id from devices where id = ?2)
                    and device_id in (select id from devices where subscriber_id = ?3)
                """, kind, device.row, device.subscriberRow)
        }
    }

    private static func removeTokens(
        _ kind: TokenKind, ofDevice device: Int64, _ connection: any WriteConnection
    ) throws -> Int {
        try connection.execute("delete from tokens where kind = ?1 and device_id = ?2", kind, device)
    }
}
