import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// A statement that forgot to name the tenant would still reach no other tenant's rows.
@Suite(.on(.postgreSQL), .timeLimit(.minutes(1)))
struct TenantSeparationTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    /// Two tenants with an app and a subscriber each; hands out the database as either sees it.
    private func withTwoTenants(
        _ body: (TestDatabase, _ one: any Database, _ two: any Database) async throws -> Void
    ) async throws {
        try await TestDatabase.with { test in
            try await test.database.migrate(Schema.sqlite, now: now)
            let system = SystemHandle(database: test.database)
            var rows: [Int64] = []
            for slug in ["one", "two"] {
                let tenant = try await system.makeTenant(slug: slug, name: slug, identitySecret: [1], now: now)
                let handle = system.handle(for: tenant)
                _ = try await handle.makeApp(bundleID: "com.example.\(slug)", name: slug, now: now)
                try await test.database.scoped(to: tenant.row).write { connection in
                    try connection.execute(
                        """
                        insert into subscribers (public_id, tenant_id, external_id, attributes, created_at, updated_at)
                        values (?1, ?2, 'ann', '{}', 1, 1)
                        """, slug, tenant.row)
                }
                rows.append(tenant.row)
            }
            try await body(test, test.database.scoped(to: rows[0]), test.database.scoped(to: rows[1]))
        }
    }

    @Test(.rows("SF116", "SF118"))
    func `a tenant reads and changes its own rows only, without a word about it in the statement`() async throws {
        try await withTwoTenants { test, one, two in
            for (scope, bundleID) in [(one, "com.example.one"), (two, "com.example.two")] {
                let seen = try await scope.read { try $0.rows("select bundle_id from apps") { try $0[0] as String } }
                #expect(seen == [bundleID])
                let names = try await scope.read { try $0.rows("select slug from tenants") { try $0[0] as String } }
                #expect(names.count == 1)
                let changed = try await scope.write { try $0.execute("update subscribers set locale = ?1", "en") }
                #expect(changed == 1)
            }
            let all: Int? = try await test.database.read { try $0.first("select count(*) from apps") { try $0[0] } }
            #expect(all == 2)
        }
    }

    @Test(.rows("SF116", "SF118"))
    func `a connection of the pool remembers no tenant, whoever had it before and however that ended`() async throws {
        try await withTwoTenants { test, one, two in
            struct Undo: Error {}
            let slugs = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
                for number in 0..<200 {
                    let scope = number.isMultiple(of: 2) ? one : two
                    group.addTask {
                        // Some end in an error amid the transaction, some write, most read.
                        if number % 7 == 0 {
                            try? await scope.write { connection in
                                try connection.execute("update apps set name = 'x'")
                                throw Undo()
                            }
                        }
                        let select = "select bundle_id from apps"
                        let seen: [String] =
                            number % 5 == 0
                            ? try await scope.write { try $0.rows(select) { try $0[0] } }
                            : try await scope.read { try $0.rows(select) { try $0[0] } }
                        return (number, seen)
                    }
                }
                return try await group.reduce(into: [Int: [String]]()) { $0[$1.0] = $1.1 }
            }
            for (number, seen) in slugs {
                #expect(seen == [number.isMultiple(of: 2) ? "com.example.one" : "com.example.two"])
            }
            // Without a tenant there is none: nothing of the last one is left on any connection.
            for _ in 0..<20 {
                let left = try await test.database.read {
                    try $0.first("select coalesce(current_setting('tidings.tenant', true), '')") { try $0[0] as String }
                }
                #expect(left == "")
            }
            let names = try await test.database.read { try $0.rows("select name from apps") { try $0[0] as String } }
            #expect(names.sorted() == ["one", "two"])
        }
    }

    @Test func `a row for another tenant is refused`() async throws {
        try await withTwoTenants { _, one, two in
            let other: Int64? = try await two.read { try $0.first("select id from tenants") { try $0[0] } }
            let row = try #require(other)
            let error = await #expect(throws: StorageError.self) {
                try await one.write { connection in
                    try connection.execute(
                        """
                        insert into subscribers (public_id, tenant_id, external_id, attributes, created_at, updated_at)
                        values ('sub_x', ?1, 'eve', '{}', 1, 1)
                        """, row)
                }
            }
            #expect(error?.code == .notPermitted)
        }
    }

    @Test func `every table has a rule that binds its owner too, and those closed to tenants are known`() async throws {
        try await withTwoTenants { test, one, _ in
            let open = try await test.database.read { connection in
                try connection.rows(
                    """
                    select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
                        and not (relrowsecurity and relforcerowsecurity)
                    """
                ) { try $0[0] as String }
            }
            #expect(open == [])
            let closed = try await test.database.read { connection in
                try connection.rows(
                    """
                    select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
                        and not has_table_privilege('tidings_tenant', oid, 'select') order by relname
                    """
                ) { try $0[0] as String }
            }
            #expect(
                closed == ["provider_tokens", "schema_migrations"],
                "a new table needs a tenant_id, or a rule in PostgreSQLRoles")
            let role = try await one.read { try $0.first("select current_user::text") { try $0[0] as String } }
            #expect(role == "tidings_tenant")
        }
    }

    @Test func `the role that the tests connect as is no superuser, so the rules bind`() async throws {
        try await TestDatabase.with { test in
            let bypasses = try await test.database.read {
                try $0.first("select rolsuper or rolbypassrls from pg_roles where rolname = current_user") {
                    try $0[0] as Bool
                }
            }
            #expect(bypasses == false)
        }
    }
}
