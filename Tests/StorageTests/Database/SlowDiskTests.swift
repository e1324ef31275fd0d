import Foundation
import Storage
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SlowDiskTests {
    @Test func `writes wait for a slow disk one after the other, and together when there are many`() async throws {
        var configuration = SQLiteConfiguration()
        configuration.flushDelay = .milliseconds(10)
        try await withDatabase(configuration, script: "create table t (a integer primary key)") { database in
            let before = database.statistics().commits
            let start = ContinuousClock.now
            for number in 0..<5 {
                try await database.write { try $0.execute("insert into t values (?1)", number) }
            }
            let took = ContinuousClock.now - start
            #expect(took >= .milliseconds(50))
            #expect(database.statistics().commits == before + 5)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 5..<305 {
                    group.addTask {
                        _ = try await database.write { try $0.execute("insert into t values (?1)", number) }
                    }
                }
                try await group.waitForAll()
            }
            // All but the first few find the disk busy, and share what comes next.
            #expect(database.statistics().commits < before + 5 + 150)
            let count: Int? = try await database.read { try $0.first("select count(*) from t") { try $0[0] } }
            #expect(count == 305)
        }
    }
}
