import Foundation
import Storage
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct MigrationTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)
    private let first = Migration(version: 1, name: "start", script: "create table a (x text); create table b (x text)")
    private let second = Migration(
        version: 2, name: "more", script: "alter table a add column y text; create index i on a (y)")

    @Test func `steps are applied once, in order, and recorded`() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            #expect(try await database.migrate([first], now: now) == 1)
            #expect(try await database.migrate([first], now: now) == 0)
            #expect(try await database.migrate([first, second], now: now) == 1)
            try await database.write { try $0.execute("insert into a (x, y) values (?1, ?2)", "1", "2") }
            #expect(try await database.appliedMigrations().map(\.name) == ["start", "more"])
        }
    }

    @Test func `servers that start together apply each step once`() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            let applied = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await database.migrate([first, second], now: now) } }
                return try await group.reduce(0, +)
            }
            #expect(applied == 2)
            #expect(try await database.appliedMigrations().count == 2)
        }
    }

    @Test func `a schema from the future is refused and left alone`() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            try await database.migrate([first, second], now: now)
            let error = await #expect(throws: StorageError.self) { try await database.migrate([first], now: now) }
            #expect(error?.code == .schemaTooNew)
            #expect(error?.detail.contains("its schema is 2, this version knows 1") == true)
            #expect(try await database.appliedMigrations().count == 2)
        }
    }

    @Test func `another history is refused`() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            try await database.migrate([first], now: now)
            let other = Migration(version: 1, name: "other", script: "create table z (x text)")
            let error = await #expect(throws: StorageError.self) { try await database.migrate([other], now: now) }
            #expect(error?.code == .schemaMismatch)
            let gap = Migration(version: 3, name: "gap", script: "create table z (x text)")
            let second = await #expect(throws: StorageError.self) {
                try await database.migrate([first, gap], now: now)
            }
            #expect(second?.code == .schemaMismatch)
        }
    }

    @Test func `a step that fails in the middle leaves nothing behind`() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            let broken = Migration(
                version: 2, name: "broken", script: "create table c (x text); create table a (x text)")
            await #expect(throws: StorageError.self) { try await database.migrate([first, broken], now: now) }
            let applied = try await database.appliedMigrations()
            #expect(applied.map(\.version) == [1])
            let error = await #expect(throws: StorageError.self) {
                _ = try await database.read { try $0.first("select count(*) from c") { _ in true } }
            }
            #expect(error?.code == .invalidStatement)
            #expect(try await database.migrate([first, second], now: now) == 1)
        }
    }
}
