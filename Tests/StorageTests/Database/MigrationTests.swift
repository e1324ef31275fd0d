import Foundation
import Storage
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MigrationTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)
    private let first = Migration(version: 1, name: "start", script: "create table a (x); create table b (x)")
    private let second = Migration(
        version: 2, name: "more", script: "alter table a add column y; create index i on a (y)")

    @Test func `steps are applied once, in order, and recorded`() async throws {
        try await withTemporaryFolder { folder in
            var database = try await SQLiteDatabase.open(folder: folder)
            #expect(try await database.migrate([first], now: now) == 1)
            #expect(try await database.migrate([first], now: now) == 0)
            await database.close()
            database = try await SQLiteDatabase.open(folder: folder)
            #expect(try await database.migrate([first, second], now: now) == 1)
            try await database.write { try $0.execute("insert into a (x, y) values (1, 2)") }
            #expect(try await database.appliedMigrations().map(\.name) == ["start", "more"])
            await database.close()
        }
    }

    @Test func `a schema from the future is refused and left alone`() async throws {
        try await withDatabase { database in
            try await database.migrate([first, second], now: now)
            let error = await #expect(throws: StorageError.self) { try await database.migrate([first], now: now) }
            #expect(error?.code == .schemaTooNew)
            #expect(error?.detail.contains("its schema is 2, this version knows 1") == true)
            #expect(try await database.appliedMigrations().count == 2)
        }
    }

    @Test func `another history is refused`() async throws {
        try await withDatabase { database in
            try await database.migrate([first], now: now)
            let other = Migration(version: 1, name: "other", script: "create table z (x)")
            let error = await #expect(throws: StorageError.self) { try await database.migrate([other], now: now) }
            #expect(error?.code == .schemaMismatch)
            let gap = Migration(version: 3, name: "gap", script: "create table z (x)")
            let second = await #expect(throws: StorageError.self) {
                try await database.migrate([first, gap], now: now)
            }
            #expect(second?.code == .schemaMismatch)
        }
    }

    @Test func `a step that fails in the middle leaves nothing behind`() async throws {
        try await withDatabase { database in
            let broken = Migration(version: 2, name: "broken", script: "create table c (x); create table a (x)")
            await #expect(throws: StorageError.self) { try await database.migrate([first, broken], now: now) }
            #expect(try await database.appliedMigrations().map(\.version) == [1])
            let tables = try await database.read {
                try $0.rows("select name from sqlite_master where type = 'table' order by name") { try $0[0] as String }
            }
            #expect(tables == ["a", "b", "schema_migrations"])
            #expect(try await database.migrate([first, second], now: now) == 1)
        }
    }
}
