import CSQLite
import Foundation
import Locking
import Storage
import StorageTestSupport
import Testing
import Timekeeping

@Suite(.timeLimit(.minutes(1)))
struct GroupCommitTests {
    private struct Refusal: Error, Equatable { let number: Int }

    /// Writes `count` rows at the same time, after a first write has kept the writer busy long enough to gather them.
    private func writeTogether(
        _ database: SQLiteDatabase, _ count: Int,
        _ body: @escaping @Sendable (Int, any WriteConnection) throws -> Void
    ) async -> [Int: Result<Void, any Error>] {
        let gate = DispatchSemaphore(value: 0)
        let isHolding = Locked(false)
        async let first: Void? = try? database.write { _ in
            isHolding.withLock { $0 = true }
            gate.wait()
        }
        while !isHolding.withLock({ $0 }) { await Task.yield() }
        let results = await withTaskGroup(of: (Int, Result<Void, any Error>).self) { group in
            for number in 0..<count {
                group.addTask {
                    do {
                        try await database.write { try body(number, $0) }
                        return (number, .success(()))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            // The tasks only queue their write before they wait; the gate opens when all of them have.
            group.addTask {
                while database.queuedWriteCount < count { await Task.yield() }
                gate.signal()
                return (-1, .success(()))
            }
            var results: [Int: Result<Void, any Error>] = [:]
            for await (number, result) in group where number >= 0 { results[number] = result }
            return results
        }
        _ = await first
        return results
    }

    private func numbers(_ database: SQLiteDatabase) async throws -> [Int] {
        try await database.read { try $0.rows("select a from t order by a") { try $0[0] as Int } }
    }

    @Test func `writes that wait together share one flush`() async throws {
        try await withTemporaryFolder { folder in
            var configuration = SQLiteConfiguration()
            configuration.groupDuration = .seconds(30)
            let disk = FaultyDisk(folder: folder.path)
            let database = try await SQLiteDatabase.open(folder: folder, configuration)
            try await database.write { try $0.run(script: "create table t (a integer primary key)") }
            let (flushes, before) = (disk.flushes, database.statistics())
            let results = await writeTogether(database, 200) { number, connection in
                try connection.execute("insert into t values (?1)", number)
            }
            #expect(results.values.allSatisfy { (try? $0.get()) != nil })
            let after = database.statistics()
            #expect(after.writes - before.writes == 201)
            #expect(after.commits - before.commits <= 3)
            #expect(disk.flushes - flushes <= 3)
            #expect(try await numbers(database) == Array(0..<200))
            await database.close()
        }
    }

    @Test func `each commit is flushed before its caller continues`() async throws {
        try await withTemporaryFolder { folder in
            let disk = FaultyDisk(folder: folder.path)
            let database = try await SQLiteDatabase.open(folder: folder)
            try await database.write { try $0.run(script: "create table t (a integer primary key)") }
            for number in 0..<20 {
                let before = disk.flushes
                try await database.write { try $0.execute("insert into t values (?1)", number) }
                #expect(disk.flushes > before)
            }
            await database.close()
        }
    }

    @Test func `a write that fails is undone alone`() async throws {
        try await withDatabase(script: "create table t (a integer primary key)") { database in
            let results = await writeTogether(database, 100) { number, connection in
                try connection.execute("insert into t values (?1)", number)
                if number % 3 == 0 { throw Refusal(number: number) }
            }
            for (number, result) in results {
                switch result {
                case .success: #expect(number % 3 != 0)
                case .failure(let error): #expect(error as? Refusal == Refusal(number: number) && number % 3 == 0)
                }
            }
            let kept = try await numbers(database)
            #expect(kept == (0..<100).filter { $0 % 3 != 0 })
        }
    }

    @Test(arguments: [(SQLITE_FULL, StorageError.Code.diskFull), (SQLITE_IOERR, .inputOutput)])
    func `when the disk takes no writes nobody is told that one was kept, and all goes on when it does again`(
        code: Int32, expected: StorageError.Code
    ) async throws {
        try await withTemporaryFolder { folder in
            let disk = FaultyDisk(folder: folder.path)
            let database = try await SQLiteDatabase.open(folder: folder)
            try await database.write { try $0.run(script: "create table t (a integer primary key)") }
            disk.failWrites(with: code)
            let results = await writeTogether(database, 10) { number, connection in
                try connection.execute("insert into t values (?1)", number)
            }
            for result in results.values {
                let error = #expect(throws: StorageError.self) { try result.get() }
                #expect(error?.code == expected)
            }
            disk.failWrites(with: nil)
            #expect(try await numbers(database) == [])
            try await database.write { try $0.execute("insert into t values (7)") }
            #expect(try await numbers(database) == [7])
            await database.close()
        }
    }

    @Test func `after a flush that failed nothing is told or taken until the log is read anew`() async throws {
        try await withTemporaryFolder { folder in
            let disk = FaultyDisk(folder: folder.path)
            let database = try await SQLiteDatabase.open(folder: folder)
            try await database.write { try $0.run(script: "create table t (a integer primary key)") }
            try await database.write { try $0.execute("insert into t values (7)") }
            disk.failFlushes(with: SQLITE_IOERR)
            for result in await writeTogether(
                database, 10, { try $1.execute("insert into t values (?1)", 100 + $0) }
            ).values {
                let error = #expect(throws: StorageError.self) { try result.get() }
                #expect(error?.code == .uncertain || error?.code == .inputOutput)
            }
            // A later flush that succeeds proves nothing about the earlier one.
            disk.failFlushes(with: nil)
            await #expect(throws: StorageError.self) {
                try await database.write { try $0.execute("insert into t values (8)") }
            }
            await #expect(throws: StorageError.self) { try await numbers(database) }
            await database.close()

            let again = try await SQLiteDatabase.open(folder: folder)
            let kept = try await numbers(again)
            #expect(kept.contains(7) && !kept.contains(8))
            try await again.write { try $0.execute("insert into t values (9)") }
            #expect(try await numbers(again).contains(9))
            await again.close()
        }
    }

    @Test func `a closure that goes on after the transaction is gone writes nothing, and its neighbours may try again`()
        async throws
    {
        try await withDatabase(script: "create table t (a integer primary key, b)") { database in
            _ = try await database.write { try $0.rows("pragma max_page_count = 30") { try $0[0] as Int } }
            let results = await writeTogether(database, 3) { number, connection in
                try connection.execute("insert into t values (?1, null)", number)
                guard number == 1 else { return }
                #expect(throws: StorageError.self) {
                    try connection.execute("insert into t values (100, zeroblob(1000000))")
                }
                #expect(throws: StorageError.self) { try connection.execute("insert into t values (101, null)") }
                throw Refusal(number: number)
            }
            var kept: [Int] = []
            for (number, result) in results {
                switch result {
                case .success: kept.append(number)
                case .failure(let error as Refusal): #expect(error.number == 1 && number == 1)
                case .failure(let error): #expect((error as? StorageError)?.isTransient == true)
                }
            }
            let found = try await numbers(database)
            #expect(found == kept.sorted())
        }
    }

    @Test func `a write too large for what is left undoes its group and nothing before it`() async throws {
        try await withDatabase(script: "create table t (a integer primary key, b)") { database in
            try await database.write { connection in
                try connection.execute("insert into t values (1, null)")
                _ = try connection.rows("pragma max_page_count = 30") { try $0[0] as Int }
            }
            let results = await writeTogether(database, 3) { number, connection in
                let size = number == 1 ? 1_000_000 : 10
                try connection.execute("insert into t values (?1, zeroblob(?2))", 10 + number, size)
            }
            let failed = results.values.filter { if case .failure = $0 { true } else { false } }
            #expect(!failed.isEmpty)
            for case .failure(let error as StorageError) in failed { #expect(error.code == .diskFull) }
            let kept = [1] + results.filter { (try? $0.value.get()) != nil }.map { 10 + $0.key }.sorted()
            #expect(try await numbers(database) == kept)
        }
    }
}
