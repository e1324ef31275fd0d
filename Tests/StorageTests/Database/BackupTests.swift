import Foundation
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BackupTests {
    private static func with(_ body: (SQLiteDatabase, URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let database = try await SQLiteDatabase.open(folder: folder.appendingPathComponent("data"))
            let result: Result<Void, any Error>
            do {
                try await database.migrate(Schema.sqlite, now: Date(timeIntervalSince1970: 0))
                try await database.write {
                    try $0.run(script: "create table a (n integer, filler blob); create table b (n integer)")
                }
                result = .success(try await body(database, folder))
            } catch {
                result = .failure(error)
            }
            await database.close()
            try result.get()
        }
    }

    private static func fill(_ database: SQLiteDatabase, rows: Int) async throws {
        try await database.write { connection in
            let filler = [UInt8](repeating: 7, count: 2_000)
            for number in 0..<rows {
                try connection.execute("insert into a (n, filler) values (?1, ?2)", number, filler)
                try connection.execute("insert into b (n) values (?1)", number)
            }
        }
    }

    @Test func `a copy made amid writes is of one moment, whole and for its owner only`() async throws {
        try await Self.with { database, folder in
            try await Self.fill(database, rows: 4_000)
            let copy = folder.appendingPathComponent("copy.sqlite")
            let outcome = try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    while !Task.isCancelled { try await Self.fill(database, rows: 5) }
                }
                let outcome = try await SQLiteBackup.copy(folder: database.folder, to: copy) { _ in }
                group.cancelAll()
                return outcome
            }
            #expect(outcome.schema == Schema.sqlite.count && outcome.bytes > 8_000_000)
            let facts = try FileManager.default.attributesOfItem(atPath: copy.path)
            #expect(facts[.posixPermissions] as? Int == 0o600)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["copy.sqlite", "data"])

            // As the guide says: the copy becomes the database of a new folder.
            let restored = folder.appendingPathComponent("restored")
            try FileManager.default.createDirectory(at: restored, withIntermediateDirectories: true)
            try FileManager.default.moveItem(at: copy, to: restored.appendingPathComponent("tidings.sqlite"))
            let second = try await SQLiteDatabase.open(folder: restored)
            let counts: [Int] = try await second.read { connection in
                try ["a", "b"].map { table in try connection.first("select count(*) from \(table)") { try $0[0] } ?? 0 }
            }
            #expect(counts[0] >= 4_000 && counts[0] == counts[1])
            try await second.write { try $0.run(script: "insert into b values (1)") }
            await second.close()
        }
    }

    @Test func `nothing is replaced, and a failure leaves nothing behind`() async throws {
        try await Self.with { database, folder in
            let there = folder.appendingPathComponent("there")
            try Data("mine".utf8).write(to: there)
            let taken = await #expect(throws: StorageError.self) {
                try await SQLiteBackup.copy(folder: database.folder, to: there) { _ in }
            }
            #expect(taken?.detail.contains("already") == true)
            #expect(try String(contentsOf: there, encoding: .utf8) == "mine")
            let nowhere = await #expect(throws: StorageError.self) {
                try await SQLiteBackup.copy(
                    folder: database.folder, to: folder.appendingPathComponent("no/copy.sqlite")
                ) { _ in }
            }
            #expect(nowhere?.code == .cannotOpen)
            let empty = folder.appendingPathComponent("empty")
            try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
            let missing = await #expect(throws: StorageError.self) {
                try await SQLiteBackup.copy(folder: empty, to: folder.appendingPathComponent("copy")) { _ in }
            }
            #expect(missing?.detail.contains("no database") == true)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["data", "empty", "there"])
        }
    }

    @Test func `a damaged database makes no copy`() async throws {
        try await withTemporaryFolder { folder in
            let data = folder.appendingPathComponent("data")
            let database = try await SQLiteDatabase.open(folder: data)
            try await database.migrate(Schema.sqlite, now: Date(timeIntervalSince1970: 0))
            try await database.write {
                try $0.run(script: "create table a (n integer primary key, t text); create index i on a (t)")
            }
            try await database.write { connection in
                for number in 0..<2_000 {
                    try connection.execute("insert into a values (?1, ?2)", number, "text \(number)")
                }
            }
            await database.close()
            let file = data.appendingPathComponent("tidings.sqlite")
            let handle = try FileHandle(forUpdating: file)
            let size = try handle.seekToEnd()
            try handle.seek(toOffset: size - 30_000)
            try handle.write(contentsOf: Data(repeating: 0xAA, count: 20_000))
            try handle.close()
            let error = await #expect(throws: StorageError.self) {
                try await SQLiteBackup.copy(folder: data, to: folder.appendingPathComponent("copy")) { _ in }
            }
            #expect(error?.code == .corrupt, "\(String(describing: error))")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["data"])
        }
    }
}
