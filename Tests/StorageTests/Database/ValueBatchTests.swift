import Foundation
import Storage
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct ValueBatchTests {
    private static let table = "create table t (a integer primary key, b text, c blob, d real, e integer)"

    @Test func `a statement runs for each row of values, of every type and none`() async throws {
        try await TestDatabase.with(script: Self.table) { test in
            try await test.database.write { connection in
                var batch = ValueBatch()
                try batch.add(1, "a\u{1F600}", [0, 255] as [UInt8], 1.5, Int64.min)
                try batch.add(2, "", [] as [UInt8], 2.5, Int64.max)
                try batch.add(3, String?.none, [UInt8]?.none, Double?.none, Int64?.none)
                let done = try connection.execute(
                    "insert into t (a, b, c, d, e) values (?1, ?2, ?3, ?4, ?5)", each: batch)
                #expect(done == [true, true, true])
            }
            let rows = try await test.database.read { connection in
                try connection.rows("select a, b, c, d, e from t order by a") { row in
                    "\(try row[1] as String?, default: "-") \(try row[2] as [UInt8]?, default: "-") "
                        + "\(try row[3] as Double?, default: "-") \(try row[4] as Int64?, default: "-")"
                }
            }
            #expect(
                rows == [
                    "a\u{1F600} [0, 255] 1.5 \(Int64.min)", " [] 2.5 \(Int64.max)", "- - - -",
                ])
        }
    }

    @Test func `a change tells for each row of values whether it met a row`() async throws {
        try await TestDatabase.with(script: Self.table + "; insert into t (a, e) values (1, 10), (2, 20), (3, 30)") {
            test in
            let changed = try await test.database.write { connection in
                var batch = ValueBatch()
                for (row, expected) in [(3, 30), (2, 99), (7, 70), (1, 10)] { try batch.add(row, expected, "x") }
                return try connection.execute("update t set b = ?3 where a = ?1 and e = ?2", each: batch)
            }
            #expect(changed == [true, false, false, true])
            let named = try await test.database.read { connection in
                try connection.rows("select a from t where b = 'x' order by a") { try $0[0] as Int }
            }
            #expect(named == [1, 3])
        }
    }

    @Test func `a query answers each row of values in order, and the rows of each in theirs`() async throws {
        try await TestDatabase.with(
            script: Self.table + "; insert into t (a, b, e) values (1, 'x', 3), (2, 'x', 1), (3, 'y', 2), (4, 'x', 2)"
        ) { test in
            let found = try await test.database.read { connection in
                var batch = ValueBatch()
                for name in ["y", "x", "z", "x"] { try batch.add(name) }
                return try connection.rows("select a, a from t where b = ?1 order by e", each: batch) {
                    try $0[1] as Int
                }
            }
            #expect(found == [[3], [2, 4, 1], [], [2, 4, 1]])
            let none = try await test.database.read { connection in
                try connection.rows("select a from t where b = ?1", each: ValueBatch()) { try $0[0] as Int }
            }
            #expect(none.isEmpty)
        }
    }

    @Test func `a rule that one of the rows breaks undoes them all`() async throws {
        try await TestDatabase.with(script: Self.table) { test in
            let error = await #expect(throws: StorageError.self) {
                try await test.database.write { connection in
                    var batch = ValueBatch()
                    for row in [1, 2, 1] { try batch.add(row) }
                    _ = try connection.execute("insert into t (a) values (?1)", each: batch)
                }
            }
            #expect(error?.constraint == .unique)
            let count: Int? = try await test.database.read { try $0.first("select count(*) from t") { try $0[0] } }
            #expect(count == 0)
        }
    }
}
