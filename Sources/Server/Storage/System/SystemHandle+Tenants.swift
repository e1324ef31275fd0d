package import Foundation
internal import PushModel

extension SystemHandle {
    private static let columns = "id, public_id, slug, name, identity_secret, created_at, settings"

    /// The tenant with a slug.
    package func tenant(slug: String) async throws -> Tenant? {
        try await database.read { connection in
            try connection.first(
                "select \(Self.columns) from tenants where slug = ?1", slug, decode: Self.tenant)
        }
    }

    /// The tenant of a row, for keys that are bound to one.
    package func tenant(row: Int64) async throws -> Tenant? {
        try await database.read { connection in
            try connection.first("select \(Self.columns) from tenants where id = ?1", row, decode: Self.tenant)
        }
    }

    /// Every tenant, oldest first.
    package func tenants() async throws -> [Tenant] {
        try await database.read { connection in
            try connection.rows("select \(Self.columns) from tenants order by id", decode: Self.tenant)
        }
    }

    /// Makes a tenant, or answers the one that has the slug already.
    package func makeTenant(slug: String, name: String, identitySecret: [UInt8], now: Date) async throws -> Tenant {
        try await database.write { connection in
            try connection.execute(
                """
                insert into tenants (public_id, slug, name, identity_secret, created_at) values (?1, ?2, ?3, ?4, ?5)
                on conflict (slug) do nothing
                """, Identifier(.tenant, at: now), slug, name, identitySecret, now)
            let tenant = try connection.first(
                "select \(Self.columns) from tenants where slug = ?1", slug, decode: Self.tenant)
            guard let tenant else { throw StorageError(.other, detail: "The tenant was not stored.") }
            return tenant
        }
    }

    static func tenant(_ row: any Row) throws -> Tenant {
        Tenant(
            row: try row[0], id: try row[1], slug: try row[2], name: try row[3],
            identitySecret: try row[4], settings: TenantSettings(stored: try row[6]), createdAt: try row[5])
    }
}
