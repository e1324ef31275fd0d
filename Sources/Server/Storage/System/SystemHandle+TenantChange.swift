package import Foundation
internal import PushModel

/// What became of a change of a tenant.
package enum TenantChangeResult: Sendable {
    /// It is done; this is the tenant as it is now, or was.
    case done(Tenant)
    /// There is no such tenant.
    case unknown
    /// Another tenant has the slug.
    case slugTaken
    /// The tenant `default` keeps its slug and stays.
    case isDefault
}

extension SystemHandle {
    /// Makes a tenant.
    ///
    /// - Returns: The tenant, or nil if another one has the slug.
    package func newTenant(
        slug: String, name: String, settings: TenantSettings, identitySecret: [UInt8], now: Date
    ) async throws -> Tenant? {
        let id = Identifier(.tenant, at: now)
        let kept = try secrets.kept(identitySecret, of: .tenant(id.description))
        return try await database.write { connection in
            try connection.first(
                """
                insert into tenants (public_id, slug, name, identity_secret, settings, created_at)
                values (?1, ?2, ?3, ?4, ?5, ?6) on conflict (slug) do nothing returning \(Self.tenantColumns)
                """, id, slug, name, kept, settings.stored, now,
                decode: tenant)
        }
    }

    /// The tenants, newest first.
    package func tenants(before: Int64?, limit: Int) async throws -> Page<Tenant> {
        try await database.read { connection in
            let rows = try connection.rows(
                """
                select \(Self.tenantColumns) from tenants where id < ?1 and deleted_at is null
                order by id desc limit ?2
                """, before ?? .max, limit + 1, decode: tenant)
            return Page(rows, limit: limit, key: \.row)
        }
    }

    /// Changes a tenant's slug, name and settings; what is nil stays.
    package func changeTenant(
        slug: String, newSlug: String?, name: String?, settings: @escaping @Sendable (inout TenantSettings) -> Void
    ) async throws -> TenantChangeResult {
        try await change(slug) { found, connection in
            if let newSlug, newSlug != slug, found.isDefault { return .isDefault }
            var changed = found.settings
            settings(&changed)
            do {
                let stored = try connection.savepoint {
                    try connection.first(
                        """
                        update tenants set slug = coalesce(?2, slug), name = coalesce(?3, name), settings = ?4
                        where id = ?1 returning \(Self.tenantColumns)
                        """, found.row, newSlug, name, changed.stored, decode: tenant)
                }
                return stored.map { .done($0) } ?? .unknown
            } catch let error as StorageError where error.constraint == .unique {
                return .slugTaken
            }
        }
    }

    /// Removes a tenant: its keys stop working, and what is still to be sent for it is skipped.
    ///
    /// Its rows stay until retention takes them; its slug is free again.
    package func removeTenant(slug: String, now: Date) async throws -> TenantChangeResult {
        try await change(slug) { tenant, connection in
            if tenant.isDefault { return .isDefault }
            var settings = tenant.settings
            settings.isPushEnabled = false
            try connection.execute(
                "update tenants set deleted_at = ?2, slug = slug || '~' || id, settings = ?3 where id = ?1",
                tenant.row, now, settings.stored)
            try connection.execute(
                "update keys set revoked_at = ?2 where tenant_id = ?1 and revoked_at is null", tenant.row, now)
            return .done(tenant)
        }
    }

    /// Gives a tenant another identity secret: every hash made with the old one is wrong from now on.
    package func setIdentitySecret(_ secret: [UInt8], slug: String) async throws -> TenantChangeResult {
        try await change(slug) { found, connection in
            let kept = try secrets.kept(secret, of: .tenant(found.id.description))
            let stored = try connection.first(
                "update tenants set identity_secret = ?2 where id = ?1 returning \(Self.tenantColumns)",
                found.row, kept, decode: tenant)
            return stored.map { .done($0) } ?? .unknown
        }
    }

    /// Runs a change while nobody else writes for the tenant.
    private func change(
        _ slug: String, _ body: @escaping @Sendable (Tenant, any WriteConnection) throws -> TenantChangeResult
    ) async throws -> TenantChangeResult {
        try await database.write { connection in
            func find() throws -> Tenant? {
                try connection.first(
                    "select \(Self.tenantColumns) from tenants where slug = ?1 and deleted_at is null", slug,
                    decode: tenant)
            }
            guard let found = try find() else { return .unknown }
            try connection.lock(.tenantWrites, of: found.row)
            // Another server may have changed it while we waited for the lock.
            guard let locked = try find(), locked.row == found.row else { return .unknown }
            return try body(locked, connection)
        }
    }
}
