import Foundation
import Storage
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct ValueTests {
    @Test func `every type comes back as it was stored`() async throws {
        try await TestDatabase.with(script: "create table t (a integer, b text, c blob, d real, e integer, f integer)")
        { test in
            let database = test.database
            let date = Date(timeIntervalSince1970: 1_790_000_000.123)
            let bytes: [UInt8] = [0, 255, 10]
            try await database.write { connection in
                try connection.execute(
                    "insert into t values (?1, ?2, ?3, ?4, ?5, ?6)", Int64.min, "å\u{1}\u{1F600}", bytes, 1.5, date,
                    true)
            }
            let row = try await database.read { connection in
                try connection.first("select * from t") { row in
                    (
                        try row[0] as Int64, try row[1] as String, try row[2] as [UInt8], try row[3] as Double,
                        try row[4] as Date, try row[5] as Bool
                    )
                }
            }
            let found = try #require(row)
            #expect(found.0 == Int64.min)
            #expect(found.1 == "å\u{1}\u{1F600}")
            #expect(found.2 == bytes)
            #expect(found.3 == 1.5)
            #expect(abs(found.4.timeIntervalSince(date)) < 0.0006)
            #expect(found.5)
        }
    }

    @Test func `empty text and bytes are not null`() async throws {
        try await TestDatabase.with(script: "create table t (a text not null, b blob not null, c text)") { test in
            let database = test.database
            try await database.write {
                try $0.execute("insert into t values (?1, ?2, ?3)", "", [UInt8](), String?.none)
            }
            let values = try await database.read {
                try $0.first("select a, b, c from t") { row in
                    (try row[0] as String, try row[1] as [UInt8], try row[2] as String?)
                }
            }
            let found = try #require(values)
            #expect(found.0.isEmpty && found.1.isEmpty && found.2 == nil)
        }
    }

    @Test func `the character U+0000 is refused on every engine, since one of them cannot store it`() async throws {
        try await TestDatabase.with(script: "create table t (a text)") { test in
            let error = await #expect(throws: StorageError.self) {
                try await test.database.write { try $0.execute("insert into t values (?1)", "a\0b") }
            }
            #expect(error?.code == .unstorableText)
        }
    }

    @Test(arguments: ["1", "cast(1.5 as double precision)", "null"])
    func `asking for text where there is none is an error`(literal: String) async throws {
        try await TestDatabase.with { test in
            let database = test.database
            let error = await #expect(throws: StorageError.self) {
                try await database.read { try $0.first("select \(literal)") { row in try row[0] as String } }
            }
            #expect(error?.code == .wrongType)
        }
    }

    @Test(arguments: [0, 1, 3])
    func `a wrong number of values is refused`(count: Int) async throws {
        try await TestDatabase.with { test in
            let database = test.database
            let error = await #expect(throws: StorageError.self) {
                try await database.read { connection in
                    try connection.rows("select ?1, ?2", values: Array(repeating: 1, count: count)) { _ in 0 }
                }
            }
            #expect(error?.code == .invalidStatement)
        }
    }

    @Test func `a query can run inside the rows of the same query`() async throws {
        try await TestDatabase.with(script: "create table t (a integer); insert into t values (1), (2), (3)") { test in
            let database = test.database
            let sums = try await database.read { connection in
                try connection.rows("select a from t order by a") { outer in
                    let outer: Int = try outer[0]
                    return try connection.rows("select a from t order by a") { try $0[0] as Int }.map { $0 * outer }
                }
            }
            #expect(sums == [[1, 2, 3], [2, 4, 6], [3, 6, 9]])
        }
    }

    @Test func `a broken rule names its kind and never the value`() async throws {
        try await TestDatabase.with(script: "create table t (a text primary key not null, b int check (b > 0))") {
            test in
            let database = test.database
            try await database.write { try $0.execute("insert into t values (?1, ?2)", "secret", 1) }
            for (value, number, kind) in [("secret", 1, StorageError.Constraint.unique), ("other", 0, .check)] {
                let error = await #expect(throws: StorageError.self) {
                    try await database.write { try $0.execute("insert into t values (?1, ?2)", value, number) }
                }
                #expect(error?.code == .constraint)
                #expect(error?.constraint == kind)
                #expect(error.map { "\($0)".contains(value) } == false)
            }
            let missing = await #expect(throws: StorageError.self) {
                try await database.write { try $0.execute("insert into t values (?1, ?2)", String?.none, 1) }
            }
            #expect(missing?.constraint == .notNull)
        }
    }

    @Test func `a returning statement writes everything although only its first row is read`() async throws {
        try await TestDatabase.with(script: "create table t (a integer primary key)") { test in
            let database = test.database
            let first = try await database.write {
                try $0.first("insert into t (a) values (7), (8), (9) returning a") { row in try row[0] as Int }
            }
            #expect(first == 7)
            let count = try await database.read { try $0.first("select count(*) from t") { try $0[0] as Int } }
            #expect(count == 3)
        }
    }

    @Test func `a read connection cannot write`() async throws {
        try await TestDatabase.with(script: "create table t (a integer)") { test in
            let database = test.database
            let error = await #expect(throws: StorageError.self) {
                try await database.read { connection in
                    _ = try connection.prepare("insert into t values (1)").run()
                }
            }
            #expect(error?.code == .readOnly)
        }
    }
}
