import Foundation
import Storage
import StorageTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LifeTests {
    @Test func `a second opening of the folder is refused with the holder's name`() async throws {
        try await withTemporaryFolder { folder in
            let first = try await SQLiteDatabase.open(folder: folder)
            let error = await #expect(throws: StorageError.self) { try await SQLiteDatabase.open(folder: folder) }
            #expect(error?.code == .inUse)
            #expect(error?.detail.contains(folder.path) == true)
            #expect(error?.detail.contains("this process") == true)
            await first.close()
            let second = try await SQLiteDatabase.open(folder: folder)
            await second.close()
        }
    }

    @Test func `files and folder are for their owner only`() async throws {
        try await withTemporaryFolder { folder in
            let database = try await SQLiteDatabase.open(folder: folder)
            try await database.write { try $0.run(script: "create table t (a)") }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let path = folder.appendingPathComponent(name).path
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(name)")
            }
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
            #expect(mode == 0o700)
            await database.close()
        }
    }

    @Test func `closing finishes what was asked for, empties the log and refuses the rest`() async throws {
        try await withTemporaryFolder { folder in
            let database = try await SQLiteDatabase.open(folder: folder)
            try await database.write { try $0.run(script: "create table t (a)") }
            async let last: Void = {
                for _ in 0..<50 { try await database.write { try $0.execute("insert into t values (1)") } }
            }()
            try await last
            await database.close()
            await database.close()
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(files == ["tidings.lock", "tidings.sqlite"])
            for attempt in 0..<2 {
                let error = await #expect(throws: StorageError.self) {
                    if attempt == 0 {
                        try await database.write { _ in }
                    } else {
                        try await database.read { _ in }
                    }
                }
                #expect(error?.code == .closed)
            }
        }
    }

    @Test func `a file that is no database is refused as damaged`() async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(repeating: 0x41, count: 8_192).write(to: folder.appendingPathComponent("tidings.sqlite"))
            let error = await #expect(throws: StorageError.self) { try await SQLiteDatabase.open(folder: folder) }
            #expect(error?.code == .corrupt)
        }
    }

    @Test func `a folder that cannot be made is refused with its path`() async throws {
        let folder = URL(fileURLWithPath: "/proc/no/such")
        let error = await #expect(throws: StorageError.self) { try await SQLiteDatabase.open(folder: folder) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.detail.contains("/proc/no/such") == true)
    }

    @Test func `readers see whole writes only, and never wait for the writer`() async throws {
        try await withDatabase(script: "create table t (a integer primary key, b int)") { database in
            try await database.write { connection in
                for key in 0..<10 { try connection.execute("insert into t values (?1, 0)", key) }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 1...200 {
                        try await database.write { connection in
                            for key in 0..<10 {
                                try connection.execute("update t set b = ?1 where a = ?2", number, key)
                            }
                        }
                    }
                }
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<200 {
                            let values = try await database.read { connection in
                                let first = try connection.rows("select b from t where a < 5") { try $0[0] as Int }
                                return first + (try connection.rows("select b from t where a >= 5") { try $0[0] })
                            }
                            #expect(Set(values).count == 1)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `a read during a write returns although the write is not done`() async throws {
        try await withDatabase(script: "create table t (a)") { database in
            let gate = DispatchSemaphore(value: 0)
            async let write: Void = database.write { connection in
                try connection.execute("insert into t values (1)")
                gate.wait()
            }
            let count = try await database.read { try $0.first("select count(*) from t") { try $0[0] as Int } }
            #expect(count == 0)
            gate.signal()
            try await write
            let later = try await database.read { try $0.first("select count(*) from t") { try $0[0] as Int } }
            #expect(later == 1)
        }
    }

    @Test func `the log is copied in the background and stays small`() async throws {
        var configuration = SQLiteConfiguration()
        configuration.durability = .process
        configuration.checkpointPageCount = 50
        try await withDatabase(configuration, script: "create table t (a integer primary key, b)") { database in
            for key in 0..<300 {
                try await database.write { try $0.execute("insert into t values (?1, zeroblob(20000))", key) }
            }
            #expect(database.statistics().checkpoints > 0)
            #expect(database.statistics().checkpointError == nil)
            let log = database.folder.appendingPathComponent("tidings.sqlite-wal").path
            let size = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
            #expect(try #require(size) < 4_000_000)
            let count = try await database.read { try $0.first("select count(*) from t") { try $0[0] as Int } }
            #expect(count == 300)
        }
    }
}
