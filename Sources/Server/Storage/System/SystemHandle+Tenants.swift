package import Foundation
internal import PushModel

extension SystemHandle {
    static let tenantColumns = "id, public_id, slug, name, identity_secret, created_at, settings"

    /// The tenant with a slug.
    package func tenant(slug: String) async throws -> Tenant? {
        try await database.read { connection in
            try connection.first(
                "select \(Self.tenantColumns) from tenants where slug = ?1 and deleted_at is null", slug,
                decode: tenant)
        }
    }

    /// The tenant of a row, for keys that are bound to one.
    package func tenant(row: Int64) async throws -> Tenant? {
        try await database.read { connection in
            try connection.first(
                "select \(Self.tenantColumns) from tenants where id = ?1 and deleted_at is null", row,
                decode: tenant)
        }
    }

    /// Every tenant, oldest first.
    package func tenants() async throws -> [Tenant] {
        try await database.read { connection in
            try connection.rows(
                "select \(Self.tenantColumns) from tenants where deleted_at is null order by id", decode: tenant)
        }
    }

    /// Makes a tenant, or answers the one that has the slug already.
    package func makeTenant(slug: String, name: String, identitySecret: [UInt8], now: Date) async throws -> Tenant {
        let id = Identifier(.tenant, at: now)
        let kept = try secrets.kept(identitySecret, of: .tenant(id.description))
        return try await database.write { connection in
            try connection.execute(
                """
                insert into tenants (public_id, slug, name, identity_secret, created_at) values (?1, ?2, ?3, ?4, ?5)
                on conflict (slug) do nothing
                """, id, slug, name, kept, now)
            let tenant = try connection.first(
                "select \(Self.tenantColumns) from tenants where slug = ?1", slug, decode: tenant)
            guard let tenant else { throw StorageError(.other, detail: "The tenant was not stored.") }
            return tenant
        }
    }

    func tenant(_ row: any Row) throws -> Tenant {
        let id: Identifier = try row[1]
        return Tenant(
            row: try row[0], id: id, slug: try row[2], name: try row[3],
            identitySecret: try secrets.opened(try row[4], of: .tenant(id.description)),
            settings: TenantSettings(stored: try row[6]), createdAt: try row[5])
    }
}
