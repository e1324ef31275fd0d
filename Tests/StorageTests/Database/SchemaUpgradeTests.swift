import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// What earlier versions have written survives every upgrade.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct SchemaUpgradeTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Rows as the first version with messages wrote them: a person with a device, a message done and one half done.
    private static let data = """
        insert into tenants (id, public_id, slug, name, identity_secret, created_at)
        values (1, '\(Identifier(.tenant, at: now))', 'default', 'Default', 'k', 1);
        insert into keys (id, public_id, tenant_id, kind, name, hint, hash, scopes, created_at)
        values (1, '\(Identifier(.key, at: now))', 1, 'td_tn_', 'old', 'abcd', 'h', '*', 1);
        insert into apps (id, public_id, tenant_id, bundle_id, name, created_at)
        values (1, '\(Identifier(.app, at: now))', 1, 'com.a', 'A', 1);
        insert into subscribers (id, public_id, tenant_id, external_id, attributes, created_at, updated_at)
        values (1, '\(Identifier(.subscriber, at: now))', 1, 'ann', '{"plan":"pro"}', 1, 1);
        insert into devices (id, public_id, tenant_id, subscriber_id, app_id, install_id, platform, permission,
            created_at, last_seen_at)
        values (1, '\(Identifier(.device, at: now))', 1, 1, 1, 'i', 'ios', 'authorized', 1, 1);
        insert into tokens (id, tenant_id, device_id, app_id, kind, environment, token, registered_at)
        values (1, 1, 1, 1, 'alert', 'production', 'ab12', 1);
        insert into events (id, public_id, tenant_id, subscriber_id, name, sequence, occurred_at, received_at, data)
        values (1, '\(Identifier(.event, at: now))', 1, 1, 'app.opened', 1, 1, 1, '{}');
        insert into messages (id, public_id, tenant_id, status, body, audience, app_id, is_planned, total, sent,
            created_at, expires_at, completed_at)
        values (1, '\(done)', 1, 'completed', '{"to":"ann","title":"a"}', '', null, 1, 1, 1, 1, 2, 2),
            (2, '\(open)', 1, 'processing', '{"to":"ann","title":"b"}', '', null, 1, 1, 0, 1, 4000000000000, null);
        insert into idempotency (tenant_id, key, body_hash, message_id, created_at) values (1, 'k', 'x', 1, 1);
        insert into deliveries (id, public_id, tenant_id, message_id, subscriber_id, device_id, token_id, app_id,
            environment, state, outcome, due_at, expires_at, created_at, finished_at, inbox_id)
        values (1, '\(Identifier(.delivery, at: now))', 1, 1, 1, 1, 1, 1, 'production', 2, 'sent', null, 2, 1, 2, 1),
            (2, '\(Identifier(.delivery, at: now))', 1, 2, 1, 1, 1, 1, 'production', 0, null, 5, 4000000000000, 1, null,
            1);
        """
    private static let done = Identifier(.message, at: now)
    private static let open = Identifier(.message, at: now)

    @Test(arguments: 3..<Schema.sqlite.count)
    func `a database of an earlier schema is upgraded with all that is in it, and goes on`(version: Int) async throws {
        try await TestDatabase.with { test in
            let database = test.database
            try await database.migrate(Array(Schema.sqlite.prefix(version)), now: Self.now)
            try await database.write { try $0.run(script: Self.data) }
            // From step 14 on the server itself writes which messages have a key.
            if version >= 14 {
                try await database.write { try $0.run(script: "update messages set has_key = 1 where id = 1") }
            }
            try await database.migrate(Schema.sqlite, now: Self.now)

            let system = SystemHandle(database: database)
            let tenant = try #require(try await system.tenant(slug: "default"))
            let storage = system.handle(for: tenant)
            #expect(tenant.settings == TenantSettings())
            #expect(try await system.keys().map(\.name) == ["old"])
            let ann = try #require(try await storage.subscriber(externalID: "ann"))
            #expect(ann.attributes == #"{"plan":"pro"}"#)
            #expect(
                try await storage.devices(externalID: "ann", before: nil, limit: 5).items.map(\.token?.token) == [
                    "ab12"
                ])
            #expect(
                try await storage.events(externalID: "ann", before: nil, limit: 5).items.map(\.name) == ["app.opened"])
            let messages = try await storage.messages(before: nil, limit: 5).items
            #expect(messages.map(\.id) == [Self.open, Self.done])
            #expect(messages.map(\.status) == [.processing, .completed])
            // The one that was half done is taken up.
            let batch = try await system.claim(limit: 10, lease: .seconds(60), now: Self.now) { _ in .attempt }
            #expect(batch.deliveries.map(\.externalID) == ["ann"])
            // The key still leads to its message once the content is old.
            for kind in RetainedKind.allCases { _ = try await system.removeOld(kind, before: Self.now, after: 0) }
            let left: [Int] = try await database.read { connection in
                try connection.rows("select id from messages order by id") { try $0[0] }
            }
            #expect(left == [1, 2])
        }
    }
}
