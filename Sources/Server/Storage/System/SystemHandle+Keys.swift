package import Foundation
package import PushModel

extension SystemHandle {
    private static let columns =
        "id, public_id, kind, tenant_id, name, hint, scopes, created_at, expires_at, revoked_at"

    /// The key whose secret has this SHA-256, revoked or not.
    package func key(hash: [UInt8]) async throws -> APIKey? {
        try await database.read { connection in
            try connection.first("select \(Self.columns) from keys where hash = ?1", hash, decode: Self.key)
        }
    }

    /// Stores a key.
    package func makeKey(_ key: NewAPIKey, now: Date) async throws -> APIKey {
        try await database.write { connection in
            let stored = try connection.first(
                """
                insert into keys (public_id, tenant_id, kind, name, hint, hash, scopes, created_at, expires_at)
                values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) returning \(Self.columns)
                """, Identifier(.key, at: now), key.tenant, key.kind, key.name, key.hint, key.hash,
                key.scopes.joined(separator: " "), now, key.expiresAt, decode: Self.key)
            guard let stored else { throw StorageError(.other, detail: "The key was not stored.") }
            return stored
        }
    }

    /// Every key of the installation, oldest first.
    package func keys() async throws -> [APIKey] {
        try await database.read { connection in
            try connection.rows("select \(Self.columns) from keys order by id", decode: Self.key)
        }
    }

    /// Revokes a key from now on.
    ///
    /// - Returns: Whether there was such a key that was not revoked.
    package func revokeKey(_ id: Identifier, now: Date) async throws -> Bool {
        try await database.write { connection in
            try connection.execute(
                "update keys set revoked_at = ?2 where public_id = ?1 and revoked_at is null", id, now) == 1
        }
    }

    static func key(_ row: any Row) throws -> APIKey {
        let scopes: String = try row[6]
        return APIKey(
            row: try row[0], id: try row[1], kind: try row[2], tenant: try row[3],
            name: try row[4], hint: try row[5], scopes: scopes.split(separator: " ").map(String.init),
            createdAt: try row[7], expiresAt: try row[8], revokedAt: try row[9])
    }
}
