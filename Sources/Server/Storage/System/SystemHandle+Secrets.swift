internal import PushCrypto
internal import PushModel

extension SystemHandle {
    private struct Kept {
        let row: Int64
        let stored: [UInt8]
        let owner: Secrets.Owner

        var keyID: String? { MasterKeys.keyID(of: String(decoding: stored, as: UTF8.self)) }
    }

    /// Makes sure that every secret in the database can be opened.
    ///
    /// - Returns: How many secrets lie there unsealed.
    /// - Throws: `master_key_missing` for the first key that is needed and not given.
    package func checkSecrets() async throws -> Int {
        let keys = secrets.keys
        return try await database.read { connection in
            let ids = try (Self.tenantSecrets(connection) + Self.credentialSecrets(connection)).map(\.keyID)
            if let missing = ids.compactMap({ $0 }).first(where: { keys?.contains($0) != true }) {
                throw Secrets.missing(missing)
            }
            return ids.count { $0 == nil }
        }
    }

    /// Seals with the master key in force what lies there unsealed.
    ///
    /// - Parameter rotates: Whether what an earlier key sealed is sealed anew, too.
    /// - Returns: How many secrets were sealed; none without a master key.
    /// - Throws: `master_key_missing` for a secret of a key that is not given; then nothing was changed.
    package func sealSecrets(rotates: Bool) async throws -> Int {
        let secrets = secrets
        guard let current = secrets.keys?.currentID else { return 0 }
        return try await database.write { connection in
            // What was there in clear must not stay behind in the free space of a page.
            if connection.dialect == .sqlite { try connection.run(script: "pragma secure_delete = on") }
            let isDue = { (kept: Kept) in kept.keyID == nil || rotates && kept.keyID != current }
            func resealed(_ kept: Kept) throws -> [UInt8] {
                try secrets.kept(secrets.opened(kept.stored, of: kept.owner), of: kept.owner)
            }
            let tenants = try Self.tenantSecrets(connection).filter(isDue)
            for kept in tenants {
                try connection.execute(
                    "update tenants set identity_secret = ?2 where id = ?1", kept.row, try resealed(kept))
            }
            func replace(_ kept: Kept, _ statement: String) throws {
                let text = String(decoding: try resealed(kept), as: UTF8.self)
                try connection.execute(statement, kept.row, text)
            }
            let credentials = try Self.credentialSecrets(connection).filter(isDue)
            for kept in credentials { try replace(kept, "update credentials set private_key = ?2 where id = ?1") }
            for kept in try Self.providerTokens(connection).filter(isDue) {
                // One that nobody can open any more holds nothing up: the next sender makes another.
                guard kept.keyID.map({ secrets.keys?.contains($0) == true }) ?? true else { continue }
                try replace(kept, "update provider_tokens set token = ?2 where id = ?1")
            }
            return tenants.count + credentials.count
        }
    }

    private static func providerTokens(_ connection: any ReadConnection) throws -> [Kept] {
        try connection.rows("select id, key_id, token from provider_tokens order by id") { row in
            let text: String = try row[2]
            return Kept(row: try row[0], stored: Array(text.utf8), owner: .providerToken(try row[1]))
        }
    }

    private static func tenantSecrets(_ connection: any ReadConnection) throws -> [Kept] {
        try connection.rows("select id, public_id, identity_secret from tenants order by id") { row in
            let id: String = try row[1]
            return Kept(row: try row[0], stored: try row[2], owner: .tenant(id))
        }
    }

    private static func credentialSecrets(_ connection: any ReadConnection) throws -> [Kept] {
        try connection.rows("select id, app_id, environment, private_key from credentials order by id") { row in
            let text: String = try row[3]
            return Kept(
                row: try row[0], stored: Array(text.utf8), owner: .credential(app: try row[1], try row[2]))
        }
    }
}
