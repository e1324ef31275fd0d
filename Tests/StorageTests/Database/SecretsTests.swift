import Foundation
import PushCrypto
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// Secrets under a master key, on both engines.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct SecretsTests {
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)
    private static let secret = Array("the secret of all secrets, 32 by".utf8)
    private static let key = "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----\n"

    /// Makes a tenant with an app and a credential.
    private static func fill(_ system: SystemHandle, slug: String = "one") async throws -> (Tenant, App) {
        let tenant = try await system.makeTenant(slug: slug, name: slug, identitySecret: secret, now: now)
        let handle = system.handle(for: tenant)
        let (app, _) = try await handle.makeApp(bundleID: "com.example.\(slug)", name: slug, now: now)
        let changed = try await handle.setCredential(
            app: app, environments: PushEnvironment.allCases, teamID: "TEAM000001", keyID: "KEY0000001",
            privateKey: key,
            now: now)
        return (tenant, changed)
    }

    /// Everything that the two tables hold, as text.
    private static func stored(_ database: any Database) async throws -> [String] {
        try await database.read { connection in
            try connection.rows("select identity_secret from tenants order by id") { row in
                let bytes: [UInt8] = try row[0]
                return String(decoding: bytes, as: UTF8.self)
            } + connection.rows("select private_key from credentials order by id") { try $0[0] as String }
        }
    }

    @Test(.rows("SR3")) func `with a master key nothing is stored in clear, and all is read as it was`() async throws {
        try await TestDatabase.with { test in
            try await test.database.migrate(Schema.sqlite, now: Self.now)
            let keys = MasterKeys(try MasterKey.generate())
            let system = SystemHandle(database: test.database, masterKeys: keys)
            let (tenant, _) = try await Self.fill(system)
            #expect(tenant.identitySecret == Self.secret)
            #expect(try await system.tenant(slug: "one") == tenant)
            let stored = try await Self.stored(test.database)
            #expect(stored.count == 3 && stored.allSatisfy { MasterKeys.keyID(of: $0) == keys.currentID })
            #expect(Set(stored).count == 3)
            #expect(try await system.checkSecrets() == 0)
        }
    }

    @Test(.rows("SR4")) func `without the key, or with another, the lack of it is told by its name`() async throws {
        try await TestDatabase.with { test in
            try await test.database.migrate(Schema.sqlite, now: Self.now)
            let key = try MasterKey.generate()
            _ = try await Self.fill(SystemHandle(database: test.database, masterKeys: MasterKeys(key)))
            for keys in [nil, MasterKeys(try MasterKey.generate())] {
                let system = SystemHandle(database: test.database, masterKeys: keys)
                for ask in [{ _ = try await system.checkSecrets() }, { _ = try await system.tenants() }] {
                    let error = await #expect(throws: StorageError.self) { try await ask() }
                    #expect(error?.code == .masterKeyMissing && error?.detail.contains(key.id) == true)
                }
            }
        }
    }

    @Test(.rows("SR3", "SR4"))
    func `what lay there in clear is sealed, and a new key takes over while the old one still reads`()
        async throws
    {
        try await TestDatabase.with { test in
            try await test.database.migrate(Schema.sqlite, now: Self.now)
            _ = try await Self.fill(SystemHandle(database: test.database))
            #expect(try await SystemHandle(database: test.database).sealSecrets(rotates: true) == 0)
            let (old, new) = (try MasterKey.generate(), try MasterKey.generate())
            let before = SystemHandle(database: test.database, masterKeys: MasterKeys(old))
            #expect(try await before.checkSecrets() == 3)
            #expect(try await before.sealSecrets(rotates: false) == 3)
            #expect(try await before.sealSecrets(rotates: true) == 0)
            let between = SystemHandle(database: test.database, masterKeys: MasterKeys(new, earlier: [old]))
            #expect(try await between.tenant(slug: "one")?.identitySecret == Self.secret)
            _ = try await Self.fill(between, slug: "two")
            #expect(try await between.sealSecrets(rotates: false) == 0)
            #expect(try await between.sealSecrets(rotates: true) == 3)
            let after = SystemHandle(database: test.database, masterKeys: MasterKeys(new))
            #expect(try await after.checkSecrets() == 0)
            #expect(try await after.tenants().map(\.identitySecret) == [Self.secret, Self.secret])
            #expect(try await Self.stored(test.database).allSatisfy { MasterKeys.keyID(of: $0) == new.id })
        }
    }

    @Test(.rows("SR4")) func `a provider token under a key that is gone does not keep a new key from taking over`()
        async throws
    {
        try await TestDatabase.with { test in
            try await test.database.migrate(Schema.sqlite, now: Self.now)
            let (lost, new) = (try MasterKey.generate(), try MasterKey.generate())
            func token(_ system: SystemHandle, _ text: String) async throws -> String {
                try await system.providerToken(
                    ProviderTokenKey(teamID: "TEAM000001", keyID: "KEY0000001", fingerprint: [1])
                ) { _ in
                    true
                } make: {
                    StoredProviderToken(text: text, issuedAt: Self.now)
                }.text
            }
            let late = SystemHandle(database: test.database, masterKeys: MasterKeys(lost))
            let old = SystemHandle(database: test.database)
            _ = try await Self.fill(old)
            #expect(try await token(late, "a") == "a")
            let system = SystemHandle(database: test.database, masterKeys: MasterKeys(new))
            #expect(try await system.sealSecrets(rotates: true) == 3)
            #expect(try await system.checkSecrets() == 0)
            #expect(try await token(system, "b") == "b")
            #expect(try await token(system, "c") == "b")
        }
    }

    @Test(.rows("SF117")) func `a secret that was moved to another app or tenant does not open`() async throws {
        try await TestDatabase.with { test in
            try await test.database.migrate(Schema.sqlite, now: Self.now)
            let system = SystemHandle(database: test.database, masterKeys: MasterKeys(try MasterKey.generate()))
            _ = try await Self.fill(system, slug: "one")
            _ = try await Self.fill(system, slug: "two")
            try await test.database.write { connection in
                try connection.execute(
                    """
                    update tenants set identity_secret = (select identity_secret from tenants t where t.slug = 'one')
                    where slug = 'two'
                    """)
            }
            let error = await #expect(throws: StorageError.self) { try await system.tenant(slug: "two") }
            #expect(error?.code == .corrupt)
        }
    }
}
