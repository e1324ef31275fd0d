internal import API
package import Foundation
package import PushCrypto
internal import PushModel
package import Storage
package import Timekeeping

/// What is done on the data folder itself: tenants and keys.
///
/// Keys cannot mint keys over HTTP; whoever can write to the data folder makes them here, beside the server or without.
package struct Administration: Sendable {
    private let system: SystemHandle
    private let time: any TimeSource
    private let database: any Database

    /// A key with its secret, which is shown this once.
    package struct IssuedKey: Sendable {
        /// The key as it is stored.
        package let key: APIKey
        /// The secret.
        package let secret: String
    }

    /// Every scope that a route asks for, in alphabetical order.
    package static var scopes: [String] { API.scopes }

    /// Wraps a database that is open already.
    init(database: any Database, masterKeys: MasterKeys?, time: any TimeSource) {
        self.database = database
        self.time = time
        system = SystemHandle(database: database, masterKeys: masterKeys)
    }

    /// Opens the data folder or, if a URL is given, the PostgreSQL database, runs the closure, and closes it.
    ///
    /// - Parameters:
    ///   - dataDirectory: The data folder.
    ///   - databaseURL: The PostgreSQL database.
    ///   - masterKeys: What secrets are kept under; those of the data folder if nil.
    ///   - besideServer: Whether it may be done while a server runs on the folder.
    ///   - time: The clocks.
    ///   - body: What is done.
    /// - Returns: What the closure returns.
    /// - Throws: `StorageError` with the code `in_use` while another server runs on the folder, or `master_key_missing`.
    package static func on<Result: Sendable>(
        dataDirectory: String, databaseURL: String? = nil, masterKeys: MasterKeys? = nil, besideServer: Bool = false,
        time: any TimeSource, _ body: (Administration) async throws -> Result
    ) async throws -> Result {
        let database: any Database
        do {
            database = try await OpenDatabase.open(folder: dataDirectory, url: databaseURL, time: time).database
        } catch let error as StorageError where error.code == .inUse && besideServer {
            database = try await OpenDatabase.openBeside(folder: dataDirectory, time: time).database
        }
        return try await database.closed {
            let keys = try masterKeys ?? (databaseURL == nil ? MasterKeyFile.keys(in: dataDirectory) : nil)
            let administration = Administration(database: database, masterKeys: keys, time: time)
            _ = try await administration.system.checkSecrets()
            return try await body(administration)
        }
    }

    /// Every tenant, oldest first.
    package func tenants() async throws -> [Tenant] { try await system.tenants() }

    /// The tenant with a slug, made if there is none.
    package func tenant(slug: String, name: String? = nil) async throws -> Tenant {
        try await system.makeTenant(
            slug: slug, name: name ?? slug, identitySecret: try RandomBytes.make(32), now: time.now)
    }

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - kind: What it can be used for.
    ///   - tenant: The tenant; nil for a workspace key only.
    ///   - name: The name that people see.
    ///   - scopes: What it allows; a publishable key needs none.
    ///   - expiresAt: When it stops working.
    /// - Returns: The key with its secret.
    /// - Throws: `StorageError`, or `CryptoError` without random bytes.
    package func issueKey(
        _ kind: APIKey.Kind, tenant: Tenant?, name: String, scopes: [String] = ["*"], expiresAt: Date? = nil
    ) async throws -> IssuedKey {
        let secret = try KeySecret(kind)
        let key = try await system.makeKey(
            NewAPIKey(
                kind: kind, tenant: kind == .workspace ? nil : tenant?.row, name: name, scopes: scopes,
                hint: secret.hint, hash: secret.hash, expiresAt: expiresAt), now: time.now)
        return IssuedKey(key: key, secret: secret.text)
    }

    /// Seals all secrets anew with the master key in force.
    ///
    /// - Returns: How many were sealed by another key, or lay there unsealed.
    package func rotateMasterKey() async throws -> Int { try await system.sealSecrets(rotates: true) }

    /// Every key, oldest first.
    package func keys() async throws -> [APIKey] { try await system.keys() }

    /// Revokes a key.
    ///
    /// - Returns: Whether there was such a key that was not revoked.
    package func revokeKey(id: String) async throws -> Bool {
        guard let id = Identifier(.key, parsing: id) else { return false }
        return try await system.revokeKey(id, now: time.now)
    }

    /// Makes the tenant `default` with an app, both keys, and an APNs signing key for the simulated APNs.
    package func bootstrapDevelopment(bundleID: String) async throws -> DevelopmentTenant {
        let tenant = try await tenant(slug: "default")
        let handle = system.handle(for: tenant)
        let (app, _) = try await handle.makeApp(bundleID: bundleID, name: bundleID, now: time.now)
        let signingKey = try ES256.PrivateKey.generate()
        let (keyID, teamID) = ("DEVKEY0001", "DEVTEAM001")
        _ = try await handle.setCredential(
            app: app, environments: PushEnvironment.allCases, teamID: teamID, keyID: keyID,
            privateKey: try signingKey.pem(), now: time.now)
        let secret = try await issueKey(.tenant, tenant: tenant, name: "development")
        let publishable = try await issueKey(.publishable, tenant: tenant, name: "development app", scopes: [])
        return DevelopmentTenant(
            tenant: tenant.slug, bundleID: bundleID, secretKey: secret.secret, publishableKey: publishable.secret,
            apnsKeyID: keyID, apnsTeamID: teamID, apnsPublicKey: signingKey.publicKey.pem,
            identitySecret: tenant.identitySecret.map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined())
    }
}
