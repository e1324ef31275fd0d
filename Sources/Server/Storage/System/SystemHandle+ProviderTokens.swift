package import Foundation

/// The key that provider tokens are made with.
package struct ProviderTokenKey: Sendable, Hashable {
    /// The team that it belongs to.
    package let teamID: String
    /// Its id.
    package let keyID: String
    /// The SHA-256 of its text.
    package let fingerprint: [UInt8]

    /// Names a key.
    package init(teamID: String, keyID: String, fingerprint: [UInt8]) {
        self.teamID = teamID
        self.keyID = keyID
        self.fingerprint = fingerprint
    }
}

/// A provider token that all servers on the database send with.
package struct StoredProviderToken: Sendable, Equatable {
    /// The token; a secret.
    package let text: String
    /// The moment that stands in it.
    package let issuedAt: Date

    /// Brings the two together.
    package init(text: String, issuedAt: Date) {
        self.text = text
        self.issuedAt = issuedAt
    }
}

extension SystemHandle {
    /// The token that all servers send with now; whoever finds none that serves makes it, one server at a time.
    ///
    /// - Parameters:
    ///   - key: The key that signs.
    ///   - serves: Whether a token that is there may be used.
    ///   - make: Makes a new one.
    /// - Returns: The token that is there, or the new one.
    /// - Throws: `StorageError`, or what `make` throws.
    package func providerToken(
        _ key: ProviderTokenKey, serves: @escaping @Sendable (StoredProviderToken) -> Bool,
        make: @escaping @Sendable () throws -> StoredProviderToken
    ) async throws -> StoredProviderToken {
        let secrets = secrets
        if let token = try await database.read({ try Self.token(key, secrets, $0) }), serves(token) { return token }
        return try await database.write { connection in
            try connection.lock(.providerTokens)
            if let token = try Self.token(key, secrets, connection), serves(token) { return token }
            let token = try make()
            let kept = try secrets.kept(Array(token.text.utf8), of: .providerToken(key.keyID))
            try connection.execute(
                """
                insert into provider_tokens (team_id, key_id, fingerprint, token, issued_at) values (?1, ?2, ?3, ?4, ?5)
                on conflict (team_id, key_id, fingerprint) do update set token = excluded.token,
                    issued_at = excluded.issued_at
                """, key.teamID, key.keyID, key.fingerprint, String(decoding: kept, as: UTF8.self), token.issuedAt)
            return token
        }
    }

    private static func token(
        _ key: ProviderTokenKey, _ secrets: Secrets, _ connection: any ReadConnection
    ) throws -> StoredProviderToken? {
        let found = try connection.first(
            "select token, issued_at from provider_tokens where team_id = ?1 and key_id = ?2 and fingerprint = ?3",
            key.teamID, key.keyID, key.fingerprint
        ) { row -> (String, Date) in (try row[0], try row[1]) }
        // One that does not open is as good as none: it would serve for less than an hour anyway.
        guard let found, let text = try? secrets.opened(Array(found.0.utf8), of: .providerToken(key.keyID)) else {
            return nil
        }
        return StoredProviderToken(text: String(decoding: text, as: UTF8.self), issuedAt: found.1)
    }
}
