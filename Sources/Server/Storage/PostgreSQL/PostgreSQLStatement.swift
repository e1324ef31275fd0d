import CPostgreSQL

/// A statement that the server has prepared on one connection, or prepares with its first run.
///
/// The server infers the types of the values. Numbers and text travel as text, which suits whatever it infers; bytes
/// travel as they are.
final class PostgreSQLStatement: PreparedStatement {
    let name: String
    let sql: String
    let parameterCount: Int
    var isPrepared = false
    private unowned let connection: PostgreSQLConnection
    private var values: [Value]

    private struct Value {
        var bytes: [UInt8] = []
        var isNull = true
        var isBinary = false
    }

    init(name: String, _ sql: String, on connection: PostgreSQLConnection) {
        self.name = name
        self.connection = connection
        (self.sql, parameterCount) = PostgreSQLDialect.statement(sql)
        values = Array(repeating: Value(), count: parameterCount)
    }

    func bind(integer: Int64, at index: Int) throws(StorageError) { try set(String(integer), at: index) }

    func bind(real: Double, at index: Int) throws(StorageError) { try set(String(real), at: index) }

    func bind(text: String, at index: Int) throws(StorageError) { try set(text, at: index) }

    func bind(blob: [UInt8], at index: Int) throws(StorageError) {
        try set(Value(bytes: blob, isNull: false, isBinary: true), at: index)
    }

    func bindNull(at index: Int) throws(StorageError) { try set(Value(), at: index) }

    func run(_ body: (any Row) throws -> Bool) throws -> Int {
        // The values are on their way before a row is seen, so a run inside of the rows may bind anew.
        let result = try connection.run(self)
        while result.index < result.rowCount, try body(result) { result.index += 1 }
        return result.changeCount
    }

    private func set(_ text: String, at index: Int) throws(StorageError) {
        // The zero at the end is for libpq, which takes text as a C string.
        try set(Value(bytes: Array(text.utf8) + [0], isNull: false), at: index)
    }

    private func set(_ value: Value, at index: Int) throws(StorageError) {
        guard values.indices.contains(index - 1) else {
            throw StorageError(.invalidStatement, detail: "The statement has no value \(index).", statement: sql)
        }
        values[index - 1] = value
    }

    /// Hands the values to libpq and forgets them.
    ///
    /// - Returns: Whether libpq took the statement.
    func send(on pointer: OpaquePointer) -> Bool {
        var bytes: [UInt8] = []
        for value in values { bytes += value.bytes }
        // An address is needed even where every value is empty.
        bytes.append(0)
        let isSent = bytes.withUnsafeBytes { buffer in
            var start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            var addresses: [UnsafePointer<CChar>?] = []
            for value in values {
                addresses.append(value.isNull ? nil : start)
                start = start.map { $0 + value.bytes.count }
            }
            return PQsendQueryPrepared(
                pointer, name, Int32(parameterCount), addresses, values.map { Int32($0.bytes.count) },
                values.map { $0.isBinary ? 1 : 0 }, 1)
        }
        for index in values.indices { values[index] = Value() }
        return isSent == 1
    }
}
