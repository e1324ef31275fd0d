import Foundation
import Locking
import Storage
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct TransactionTests {
    private struct Refusal: Error, Equatable { let number: Int }

    private func numbers(_ database: any Database) async throws -> [Int] {
        try await database.read { try $0.rows("select a from t order by a") { try $0[0] as Int } }
    }

    /// Runs a write for each number at the same time, for one of three tenants.
    private func writeTogether(
        _ database: any Database, _ count: Int, _ body: @escaping @Sendable (Int, any WriteConnection) throws -> Void
    ) async -> [Int: Result<Void, any Error>] {
        await withTaskGroup(of: (Int, Result<Void, any Error>).self) { group in
            for number in 0..<count {
                let scope = database.scoped(to: Int64(number % 3 + 1))
                group.addTask {
                    do {
                        try await scope.write { try body(number, $0) }
                        return (number, .success(()))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    @Test func `a write that fails is undone alone, whatever it shared its commit with`() async throws {
        try await TestDatabase.with(script: "create table t (a integer primary key)") { test in
            let results = await writeTogether(test.database, 120) { number, connection in
                try connection.execute("insert into t values (?1)", number)
                if number % 4 == 0 { throw Refusal(number: number) }
                if number % 4 == 1 { try connection.execute("insert into t values (?1)", number) }
            }
            for (number, result) in results {
                switch (number % 4, result) {
                case (0, .failure(let error)): #expect(error as? Refusal == Refusal(number: number))
                case (1, .failure(let error)): #expect((error as? StorageError)?.constraint == .unique)
                case (2..., .success): break
                default: Issue.record("number \(number): \(result)")
                }
            }
            let kept = try await numbers(test.database)
            #expect(kept == (0..<120).filter { $0 % 4 > 1 })
        }
    }

    @Test func `a savepoint inside of a write is undone alone`() async throws {
        try await TestDatabase.with(script: "create table t (a integer primary key)") { test in
            try await test.database.write { connection in
                try connection.execute("insert into t values (1)")
                #expect(throws: Refusal.self) {
                    try connection.savepoint {
                        try connection.execute("insert into t values (2)")
                        try connection.savepoint { try connection.execute("insert into t values (3)") }
                        throw Refusal(number: 2)
                    }
                }
                // The rule is broken inside of it, and the write goes on.
                #expect(throws: StorageError.self) {
                    try connection.savepoint { try connection.execute("insert into t values (1)") }
                }
                try connection.savepoint { try connection.execute("insert into t values (4)") }
            }
            #expect(try await numbers(test.database) == [1, 4])
        }
    }

    @Test func `writes of one tenant that look before they write do not step on each other`() async throws {
        try await TestDatabase.with(script: "create table t (a integer primary key, b integer not null)") { test in
            let scope = test.database.scoped(to: 1)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 {
                    group.addTask { try await scope.lookAndCount() }
                }
                try await group.waitForAll()
            }
            let sum: Int? = try await test.database.read { try $0.first("select b from t") { try $0[0] } }
            #expect(sum == 50)
        }
    }

    @Test func `a read sees one state, and every write that returned before it`() async throws {
        try await TestDatabase.with(script: "create table t (a integer primary key)") { test in
            let database = test.database
            for number in 0..<30 {
                let scope = database.scoped(to: Int64(number % 3 + 1))
                try await scope.write { try $0.execute("insert into t values (?1)", number) }
                #expect(try await numbers(scope) == Array(0...number))
            }
            let (entered, written) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            async let counts = database.read { connection in
                let count = { try connection.first("select count(*) from t") { try $0[0] as Int } }
                let before = try count()
                entered.signal()
                written.wait()
                return [before, try count()]
            }
            await withCheckedContinuation { done in
                Thread.detachNewThread {
                    entered.wait()
                    done.resume()
                }
            }
            try await database.write { try $0.execute("insert into t values (?1)", 100) }
            written.signal()
            let seen = try await counts
            #expect(seen == [30, 30])
        }
    }

    @Test func `a closed database says so`() async throws {
        try await TestDatabase.with { test in
            await test.database.close()
            let error = await #expect(throws: StorageError.self) {
                try await test.database.write { try $0.execute("select 1") }
            }
            #expect(error?.code == .closed)
        }
    }
}

extension Database {
    /// Counts one more in the table `t`, by what a look at it told.
    func lookAndCount() async throws {
        try await write { connection in
            let known: Int? = try connection.first("select b from t where a = ?1", 7) { try $0[0] }
            if let known {
                try connection.execute("update t set b = ?2 where a = ?1", 7, known + 1)
            } else {
                try connection.execute("insert into t values (?1, 1)", 7)
            }
        }
    }
}
