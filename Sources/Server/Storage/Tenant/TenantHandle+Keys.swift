package import Foundation
package import PushModel

extension TenantHandle {
    private static let columns =
        "id, public_id, kind, tenant_id, name, hint, scopes, created_at, expires_at, revoked_at"

    /// The tenant's keys, newest first.
    package func keys(before: Int64?, limit: Int) async throws -> Page<APIKey> {
        let tenant = tenant
        return try await database.read { connection in
            let rows = try connection.rows(
                "select \(Self.columns) from keys where tenant_id = ?1 and id < ?2 order by id desc limit ?3",
                tenant, before ?? .max, limit + 1, decode: SystemHandle.key)
            return Page(rows, limit: limit, key: \.row)
        }
    }

    /// Revokes one of the tenant's keys from now on.
    ///
    /// - Returns: The key, or nil if the tenant has no such key.
    package func revokeKey(_ id: Identifier, now: Date) async throws -> APIKey? {
        let tenant = tenant
        return try await database.write { connection in
            try connection.execute(
                "update keys set revoked_at = ?3 where tenant_id = ?1 and public_id = ?2 and revoked_at is null",
                tenant, id, now)
            return try connection.first(
                "select \(Self.columns) from keys where tenant_id = ?1 and public_id = ?2", tenant, id,
                decode: SystemHandle.key)
        }
    }
}
