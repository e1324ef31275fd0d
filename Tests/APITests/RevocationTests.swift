import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

@testable import API

/// What other servers on the same database learn of a revoked key, a removed tenant and a new secret, and when.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct RevocationTests {
    @Test(.rows("B4", "B6", "B7")) func `other servers notice within a minute what one has ended`() async throws {
        try await TestDatabase.with { test in
            let start = Date(timeIntervalSince1970: 1_800_000_000)
            try await test.database.migrate(Schema.sqlite, now: start)
            let system = SystemHandle(database: test.database)
            let tenant = try #require(
                try await system.newTenant(
                    slug: "acme", name: "Acme", settings: TenantSettings(), identitySecret: [1], now: start))
            let secret = try #require(KeySecret(try await system.makeKey(.tenant, tenant, scopes: ["*"])))
            let other = KeyDirectory(storage: SystemHandle(database: test.database))
            let key = try #require(try await other.key(secret, now: start))
            _ = try await other.tenant(row: tenant.row, now: start)
            #expect(try await system.revokeKey(key.id, now: start))
            _ = try await system.setIdentitySecret([2], slug: "acme")
            let soon = start.addingTimeInterval(KeyDirectory.lifetime - 1)
            #expect(try await other.key(secret, now: soon)?.revokedAt == nil)
            let later = start.addingTimeInterval(KeyDirectory.lifetime)
            #expect(KeyDirectory.lifetime <= 60)
            #expect(try await other.key(secret, now: later)?.revokedAt != nil)
            #expect(try await other.tenant(row: tenant.row, now: later)?.identitySecret == [2])
            _ = try await system.removeTenant(slug: "acme", now: later)
            let end = later.addingTimeInterval(KeyDirectory.lifetime)
            #expect(try await other.tenant(row: tenant.row, now: end) == nil)
            #expect(try await other.tenant(slug: "acme", now: end) == nil)
        }
    }
}
