import Foundation
import Locking
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// Two servers on one database, each with connections of its own.
@Suite(.on(.postgreSQL), .timeLimit(.minutes(1)))
struct SharedDatabaseTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    private func withTwo(
        script: String = "", _ body: (PostgreSQLDatabase, PostgreSQLDatabase) async throws -> Void
    ) async throws {
        try await TestDatabase.with(script: script) { test in
            let url = try #require(test.url)
            let one = try await PostgreSQLDatabase.open(PostgreSQLConfiguration(url: url))
            let two = try await PostgreSQLDatabase.open(PostgreSQLConfiguration(url: url))
            do { try await body(one, two) } catch {
                await one.close()
                await two.close()
                throw error
            }
            await one.close()
            await two.close()
        }
    }

    @Test func `writes for one tenant that look before they write do not step on each other, over all servers`()
        async throws
    {
        try await withTwo(script: "create table t (a integer primary key, b integer not null)") { one, two in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    let scope = (number.isMultiple(of: 2) ? one : two).scoped(to: 1)
                    group.addTask { try await scope.lookAndCount() }
                }
                try await group.waitForAll()
            }
            let sum: Int? = try await one.read { try $0.first("select b from t") { try $0[0] } }
            #expect(sum == 60)
        }
    }

    @Test(.rows("B26", "SF57")) func `each delivery is claimed by one server, and neither waits for the other`()
        async throws
    {
        let now = now
        try await withTwo { one, two in
            try await one.migrate(Schema.sqlite, now: now)
            try await two.migrate(Schema.sqlite, now: now)
            let tenant = try await SystemHandle(database: one)
                .makeTenant(slug: "t", name: "t", identitySecret: [1], now: now)
            let app = try await SystemHandle(database: one).handle(for: tenant)
                .makeApp(bundleID: "com.example.app", name: "App", now: now).app
            let past = now.addingTimeInterval(-1)
            try await one.write { connection in
                try connection.execute(
                    """
                    insert into subscribers (id, public_id, tenant_id, external_id, attributes, created_at, updated_at)
                    select g, 'sub_' || g, ?1, 'user-' || g, '{}', 1, 1 from generate_series(1, 200) g
                    """, tenant.row)
                try connection.execute(
                    """
                    insert into devices (id, public_id, tenant_id, subscriber_id, app_id, platform, permission,
                        created_at, last_seen_at)
                    select id, 'dev_' || id, tenant_id, id, ?1, 'ios', 'authorized', 1, 1 from subscribers
                    """, app.row)
                try connection.execute(
                    """
                    insert into messages (id, public_id, tenant_id, status, body, audience, is_planned, total,
                        created_at, expires_at)
                    values (1, ?1, ?2, 'processing', '', '', 1, 200, 1, ?3)
                    """, "msg_01jjybz0000000000000000000000", tenant.row, now.addingTimeInterval(60))
                var deliveries = ValueBatch()
                for row in 1...200 {
                    let number = String(row)
                    let id = "dlv_01jjybz0000000000000000000000".dropLast(number.count) + number
                    try deliveries.add(String(id), tenant.row, row, app.row, past, now.addingTimeInterval(60))
                }
                _ = try connection.execute(
                    """
                    insert into deliveries (public_id, tenant_id, message_id, subscriber_id, device_id, app_id, state,
                        due_at, expires_at, created_at)
                    values (?1, ?2, 1, ?3, ?3, ?4, 0, ?5, ?6, 1)
                    """, each: deliveries)
            }
            // The first is in the middle of its claim while the second makes one.
            let (entered, claimed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let isFirst = Locked(true)
            async let first = SystemHandle(database: one).claim(limit: 100, lease: .seconds(60), now: now) { _ in
                let waits = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if waits {
                    entered.signal()
                    claimed.wait()
                }
                return .attempt
            }
            await withCheckedContinuation { done in
                Thread.detachNewThread {
                    entered.wait()
                    done.resume()
                }
            }
            let second: ClaimedBatch
            do {
                defer { claimed.signal() }
                second = try await SystemHandle(database: two)
                    .claim(limit: 30, lease: .seconds(60), now: now) { _ in .attempt }
            }
            let rows = try await first.deliveries.map(\.row)
            #expect(rows.count == 100 && second.deliveries.count == 30)
            #expect(Set(rows).isDisjoint(with: second.deliveries.map(\.row)))
            let attempts: Int? = try await one.read { connection in
                try connection.first("select count(*) from attempts") { try $0[0] }
            }
            #expect(attempts == 130)
        }
    }

    @Test func `what one server announces the other hears, once the write is kept, and it does not hear itself`()
        async throws
    {
        try await withTwo { one, two in
            let (mine, myHeard) = AsyncStream<Void>.makeStream()
            let (others, heard) = AsyncStream<Void>.makeStream()
            let count = Locked(0)
            one.listen {
                count.withLock { $0 += 1 }
                myHeard.yield()
            }
            two.listen { heard.yield() }
            // Each says once that it listens now.
            var (own, other) = (mine.makeAsyncIterator(), others.makeAsyncIterator())
            await own.next()
            await other.next()
            struct Refusal: Error {}
            await #expect(throws: Refusal.self) {
                try await one.write {
                    try $0.announceWork()
                    throw Refusal()
                }
            }
            try await one.write { try $0.announceWork() }
            await other.next()
            try await two.write { try $0.announceWork() }
            await own.next()
            #expect(count.withLock { $0 } == 2)
        }
    }

    @Test func `while the database is away calls say so, and go on when it is back`() async throws {
        try await withTwo(script: "create table t (a integer primary key)") { one, _ in
            let name = try await one.read { try $0.first("select current_database()::text") { try $0[0] as String } }
            let admin = try await TestServer.shared.database()
            func allow(_ isAllowed: Bool) async throws {
                let database = try #require(name)
                try await TestServer.execute("alter database \(database) allow_connections \(isAllowed)", on: admin)
                guard !isAllowed else { return }
                try await TestServer.execute(
                    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '\(database)'",
                    on: admin)
            }
            try await one.write { try $0.execute("insert into t values (1)") }
            try await allow(false)
            let refused = await #expect(throws: StorageError.self) {
                try await one.scoped(to: 1).write { try $0.execute("insert into t values (2)") }
            }
            #expect(refused?.code == .unavailable && refused?.isTransient == true)
            // Once, because the connection had broken; a server that cannot be reached keeps nobody waiting.
            #expect(one.statistics().repeats <= 1)
            let unread = await #expect(throws: StorageError.self) {
                try await one.read { try $0.first("select a from t") { _ in true } }
            }
            #expect(unread?.code == .unavailable)
            try await allow(true)
            try await one.scoped(to: 1).write { try $0.execute("insert into t values (3)") }
            let rows = try await one.read { try $0.rows("select a from t order by a") { try $0[0] as Int } }
            #expect(rows == [1, 3])
            await TestServer.shared.giveBack(admin)
        }
    }
}
