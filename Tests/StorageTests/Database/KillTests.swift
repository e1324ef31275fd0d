import Foundation
import Storage
import StorageTestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct KillTests {
    /// Runs in the process that is to die: writes rows in pairs from many tasks and notes each that was acknowledged.
    private static func writeUntilKilled(folder: URL, after limit: Int) async throws {
        let database = try await SQLiteDatabase.open(folder: folder)
        try await database.write {
            try $0.run(script: "create table if not exists a (k integer primary key); create table if not exists b (k)")
        }
        let notes = open(folder.path + "/acknowledged", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<16 {
                group.addTask {
                    for number in 0... {
                        let key = number * 16 + task
                        let written: Void? = try? await database.write { connection in
                            try connection.execute("insert into a values (?1)", key)
                            try connection.execute("insert into b values (?1)", key)
                        }
                        if written == nil { return }
                        let line = "\(key)\n"
                        _ = write(notes, line, line.utf8.count)
                        if key > limit { kill(getpid(), SIGKILL) }
                    }
                }
            }
        }
    }

    @Test(arguments: [40, 400, 4_000])
    func `every acknowledged write survives kill -9, and no write survives by half`(limit: Int) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, limit = limit as Int] in
                try await KillTests.writeUntilKilled(folder: URL(fileURLWithPath: path), after: limit)
            }
            let text = try String(contentsOf: folder.appendingPathComponent("acknowledged"), encoding: .utf8)
            // The last line may have been cut off by the kill.
            let acknowledged = Set(
                text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap { Int($0) })
            #expect(acknowledged.count > limit / 2)
            let database = try await SQLiteDatabase.open(folder: folder)
            let (left, right) = try await database.read { connection in
                (
                    try connection.rows("select k from a") { try $0[0] as Int },
                    try connection.rows("select k from b") { try $0[0] as Int }
                )
            }
            await database.close()
            #expect(acknowledged.subtracting(left).isEmpty)
            #expect(Set(left) == Set(right) && left.count == right.count)
        }
    }
}
