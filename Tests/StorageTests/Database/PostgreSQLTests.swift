import Foundation
import Storage
import StorageTestSupport
import Testing

/// What only a database server can do to us.
@Suite(.on(.postgreSQL), .timeLimit(.minutes(1)))
struct PostgreSQLTests {
    @Test func `a statement that failed spoils the write although its error was kept`() async throws {
        try await TestDatabase.with(script: "create table t (a integer primary key)") { test in
            let scope = test.database.scoped(to: 1)
            let error = await #expect(throws: StorageError.self) {
                try await scope.write { connection in
                    try connection.execute("insert into t values (1)")
                    _ = try? connection.execute("insert into t values (1)")
                }
            }
            #expect(error?.code == .rolledBack)
            let count: Int? = try await scope.read { try $0.first("select count(*) from t") { try $0[0] } }
            #expect(count == 0)
        }
    }

    @Test func `calls go on after the server has ended every connection`() async throws {
        try await TestDatabase.with(script: "create table t (a integer primary key)") { test in
            let url = try #require(test.url)
            let scope = test.database.scoped(to: 1)
            for number in 0..<3 {
                try await scope.write { try $0.execute("insert into t values (?1)", number) }
                try await test.database.write { try $0.execute("insert into t values (?1)", 100 + number) }
                try await TestServer.execute(
                    """
                    select pg_terminate_backend(pid, 1000) from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
                    """, on: url)
            }
            let count: Int? = try await scope.read { try $0.first("select count(*) from t") { try $0[0] } }
            #expect(count == 6)
        }
    }

    @Test func `a session that was made read-only is given up, and the next write finds one that is not`() async throws
    {
        try await TestDatabase.with(script: "create table t (a integer primary key)") { test in
            var configuration = PostgreSQLConfiguration(url: try #require(test.url))
            configuration.systemWriterCount = 1
            let database = try await PostgreSQLDatabase.open(configuration)
            let write = { (number: Int) async throws -> Void in
                try await database.write { _ = try $0.execute("insert into t values (?1)", number) }
            }
            try await write(1)
            try await database.write { try $0.run(script: "set default_transaction_read_only = on") }
            let error = await #expect(throws: StorageError.self) { try await write(2) }
            #expect(error?.code == .readOnly)
            try await write(3)
            let rows = try await database.read { try $0.rows("select a from t order by a") { try $0[0] as Int } }
            #expect(rows == [1, 3])
            await database.close()
        }
    }

    @Test func `a database that takes no writes for a while is found again when it does`() async throws {
        try await TestDatabase.with(script: "create table t (a integer primary key)") { test in
            let url = try #require(test.url)
            let write = { (number: Int) async throws -> Void in
                try await test.database.write { _ = try $0.execute("insert into t values (?1)", number) }
            }
            let switchOver = { (isReadOnly: Bool) async throws -> Void in
                try await TestServer.execute(
                    """
                    do $$ begin execute format('alter database %I set default_transaction_read_only = \(isReadOnly)',
                    current_database()); end $$
                    """, on: url + (isReadOnly ? "" : "&options=-cdefault_transaction_read_only%3Doff"))
                try await TestServer.execute(
                    """
                    select pg_terminate_backend(pid, 1000) from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
                    """, on: url)
            }
            try await write(1)
            try await switchOver(true)
            for _ in 0..<3 {
                let error = await #expect(throws: StorageError.self) { try await write(2) }
                #expect(error?.code == .unavailable)
            }
            try await switchOver(false)
            try await write(3)
        }
    }

    @Test func `a deadlock is resolved by running one of the writes again`() async throws {
        try await TestDatabase.with(
            script: "create table t (a integer primary key, b integer not null); insert into t values (1, 0), (2, 0)"
        ) { test in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        let order = number.isMultiple(of: 2) ? [1, 2] : [2, 1]
                        try await test.database.write { connection in
                            for row in order { try connection.execute("update t set b = b + 1 where a = ?1", row) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let sums = try await test.database.read { try $0.rows("select b from t") { try $0[0] as Int } }
            #expect(sums == [6, 6])
        }
    }

    @Test func `a server that is not there is named, and its password is not`() async throws {
        let url = "postgresql://someone:hidden@127.0.0.1:1/tidings"
        let error = await #expect(throws: StorageError.self) {
            try await PostgreSQLDatabase.open(PostgreSQLConfiguration(url: url))
        }
        #expect(error?.code == .unavailable)
        #expect(error?.detail.contains("127.0.0.1") == true)
        #expect(error?.detail.contains("hidden") == false)
    }

    @Test func `a statement that takes too long is ended`() async throws {
        try await TestDatabase.with { test in
            var configuration = PostgreSQLConfiguration(url: try #require(test.url))
            configuration.statementTimeout = .milliseconds(50)
            let impatient = try await PostgreSQLDatabase.open(configuration)
            let error = await #expect(throws: StorageError.self) {
                try await impatient.read { try $0.first("select pg_sleep(20)") { _ in true } }
            }
            #expect(error?.code == .timedOut)
            await impatient.close()
        }
    }
}
