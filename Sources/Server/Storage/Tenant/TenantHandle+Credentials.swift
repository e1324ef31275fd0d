package import Foundation
internal import PushModel

extension TenantHandle {
    /// Sets an app's key for some environments, in place of what they had.
    package func setCredential(
        app: App, environments: [PushEnvironment], teamID: String, keyID: String, privateKey: String, now: Date
    ) async throws -> App {
        try await setCredential(
            app: app, environments: environments,
            proof: .token(teamID: teamID, keyID: keyID, privateKey: privateKey), now: now)
    }

    /// Sets how an app proves in some environments that it may send, in place of what they had.
    package func setCredential(
        app: App, environments: [PushEnvironment], proof: PushProof, now: Date
    ) async throws -> App {
        let (tenant, secrets) = (tenant, secrets)
        var (teamID, keyID) = ("", "")
        var chain: String?
        var validUntil: Date?
        switch proof {
        case .token(let team, let key, _): (teamID, keyID) = (team, key)
        case .certificate(let pem, _, let end): (chain, validUntil) = (pem, end)
        }
        let (team, key, certificate, end) = (teamID, keyID, chain, validUntil)
        return try await database.write { connection in
            for environment in environments {
                let kept = try secrets.kept(Array(proof.privateKey.utf8), of: .credential(app: app.row, environment))
                try connection.execute(
                    """
                    insert into credentials (tenant_id, app_id, environment, team_id, key_id, private_key, created_at, kind,
                        certificate, valid_until)
                    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                    on conflict (app_id, environment) do update set team_id = excluded.team_id,
                        key_id = excluded.key_id, private_key = excluded.private_key, created_at = excluded.created_at,
                        kind = excluded.kind, certificate = excluded.certificate, valid_until = excluded.valid_until
                    """, tenant, app.row, environment, team, key, String(decoding: kept, as: UTF8.self), now,
                    proof.kind, certificate, end)
            }
            return try Self.app(app.id, tenant: tenant, connection) ?? app
        }
    }

    /// An app's credentials with their secrets, for trying them.
    package func credentials(of app: App) async throws -> [PushCredential] {
        let secrets = secrets
        return try await database.read { try secrets.credentials(of: app.row, $0) }
    }

    static func credentialSummaries(of app: Int64, _ connection: any ReadConnection) throws -> [CredentialSummary] {
        try connection.rows(
            """
            select environment, team_id, key_id, created_at, kind, valid_until from credentials where app_id = ?1
            order by environment
            """, app
        ) { row in
            let kind: String = try row[4]
            let isKey = kind == "token"
            return CredentialSummary(
                kind: kind, environment: try row[0], teamID: isKey ? try row[1] : nil, keyID: isKey ? try row[2] : nil,
                validUntil: try row[5], createdAt: try row[3])
        }
    }
}

extension Secrets {
    /// The credentials of an app, opened.
    func credentials(of app: Int64, _ connection: any ReadConnection) throws -> [PushCredential] {
        try connection.rows(
            """
            select environment, team_id, key_id, private_key, kind, certificate, valid_until from credentials
            where app_id = ?1
            """, app
        ) { row in
            let environment: PushEnvironment = try row[0]
            let kept: String = try row[3]
            let key = String(
                decoding: try opened(Array(kept.utf8), of: .credential(app: app, environment)), as: UTF8.self)
            let chain: String? = try row[5]
            let proof: PushProof =
                if let chain {
                    .certificate(chain: chain, privateKey: key, validUntil: try row[6] ?? .distantFuture)
                } else {
                    .token(teamID: try row[1], keyID: try row[2], privateKey: key)
                }
            return PushCredential(app: app, environment: environment, proof: proof)
        }
    }
}
