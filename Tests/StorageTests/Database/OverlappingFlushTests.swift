import CSQLite
import Foundation
import Locking
import Storage
import StorageTestSupport
import Testing

/// Several flushes are on their way at a time, and each of them may fail.
@Suite(.timeLimit(.minutes(1)))
struct OverlappingFlushTests {
    private func withDatabase(
        flushLimit: Int, _ body: @Sendable (SQLiteDatabase, FaultyDisk) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            var configuration = SQLiteConfiguration()
            configuration.flushLimit = flushLimit
            let disk = FaultyDisk(folder: folder.path)
            let database = try await SQLiteDatabase.open(folder: folder, configuration)
            try await database.write { try $0.run(script: "create table t (a integer primary key)") }
            try await body(database, disk)
            await database.close()
        }
    }

    private func wait(for flushes: Int, of disk: FaultyDisk) async {
        while disk.flushes < flushes { await Task.yield() }
    }

    /// Answers why the write was not kept for certain.
    private func insert(_ number: Int, into database: SQLiteDatabase) async -> StorageError.Code? {
        do {
            try await database.write { try $0.execute("insert into t values (?1)", number) }
            return nil
        } catch {
            return (error as? StorageError)?.code ?? .other
        }
    }

    @Test func `a commit is flushed while the disk is busy with others, through a file of its own`() async throws {
        try await withDatabase(flushLimit: 3) { database, disk in
            let gate = DispatchSemaphore(value: 0)
            disk.atFlush { _ in
                gate.wait()
                return nil
            }
            await withTaskGroup(of: Bool.self) { group in
                for number in 1...3 {
                    group.addTask { await insert(number, into: database) == nil }
                    await wait(for: number, of: disk)
                }
                #expect(disk.flushedFileCount == 3)
                for _ in 1...3 { gate.signal() }
                for await isKept in group { #expect(isKept) }
            }
            disk.atFlush { _ in nil }
        }
    }

    @Test(arguments: [nil, 1, 2])
    func `nobody hears that a write was kept before all flushes that began earlier have ended well`(failing: Int?)
        async throws
    {
        try await withDatabase(flushLimit: 2) { database, disk in
            let gate = DispatchSemaphore(value: 0)
            disk.atFlush { number in
                if number == 1 { gate.wait() }
                return number == failing ? SQLITE_IOERR : nil
            }
            let answers = Locked(0)
            await withTaskGroup(of: StorageError.Code?.self) { group in
                // The third flush begins after the end of the second one; where that fails there is none.
                for number in 1...(failing == 2 ? 2 : 3) {
                    group.addTask {
                        defer { answers.withLock { $0 += 1 } }
                        return await insert(number, into: database)
                    }
                    await wait(for: number, of: disk)
                }
                #expect(answers.withLock { $0 } == 0)
                gate.signal()
                for await code in group { #expect(code == (failing == nil ? nil : .uncertain)) }
            }
            disk.atFlush { _ in nil }
            #expect(await insert(4, into: database) == (failing == nil ? nil : .inputOutput))
        }
    }
}
