import CSQLite

/// A compiled statement of one SQLite connection, and the row that it stands on while it runs.
final class SQLiteStatement {
    private let handle: SQLiteStatementHandle
    private let connection: OpaquePointer
    private let isReadOnly: Bool
    let sql: String
    let parameterCount: Int
    private(set) var isRunning = false

    init(_ sql: String, on connection: OpaquePointer) throws(StorageError) {
        handle = try SQLiteStatementHandle(sql, on: connection)
        self.sql = sql
        self.connection = connection
        isReadOnly = sqlite3_stmt_readonly(handle.pointer) != 0
        parameterCount = Int(sqlite3_bind_parameter_count(handle.pointer))
    }

    private func check(_ status: Int32) throws(StorageError) {
        guard status == SQLITE_OK else { throw .sqlite(status, connection, statement: sql) }
    }
}

extension SQLiteStatement: PreparedStatement {
    func bind(integer: Int64, at index: Int) throws(StorageError) {
        try check(sqlite3_bind_int64(handle.pointer, Int32(index), integer))
    }

    func bind(real: Double, at index: Int) throws(StorageError) {
        try check(sqlite3_bind_double(handle.pointer, Int32(index), real))
    }

    func bind(text: String, at index: Int) throws(StorageError) {
        var text = text
        let status = text.withUTF8 { bytes in
            // An empty buffer may have no address, which SQLite would take for null.
            guard let address = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_bind_text64(
                    handle.pointer, Int32(index), "", 0, tidings_sqlite_transient(), UInt8(SQLITE_UTF8))
            }
            return address.withMemoryRebound(to: CChar.self, capacity: bytes.count) { characters in
                sqlite3_bind_text64(
                    handle.pointer, Int32(index), characters, UInt64(bytes.count), tidings_sqlite_transient(),
                    UInt8(SQLITE_UTF8))
            }
        }
        try check(status)
    }

    func bind(blob: [UInt8], at index: Int) throws(StorageError) {
        let status = blob.withUnsafeBytes { bytes in
            guard let address = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_bind_zeroblob(handle.pointer, Int32(index), 0)
            }
            return sqlite3_bind_blob64(
                handle.pointer, Int32(index), address, UInt64(bytes.count), tidings_sqlite_transient())
        }
        try check(status)
    }

    func bindNull(at index: Int) throws(StorageError) {
        try check(sqlite3_bind_null(handle.pointer, Int32(index)))
    }

    func run(_ body: (any Row) throws -> Bool) throws -> Int {
        // A closure that goes on after such an error must not write outside of the transaction that is gone.
        guard isReadOnly || sqlite3_get_autocommit(connection) == 0 else {
            throw StorageError(
                .rolledBack, detail: "An earlier error has undone the whole transaction. Let it out of the closure.",
                statement: sql)
        }
        return try runAnywhere(body)
    }

    /// Runs the statement inside or outside of a transaction.
    func runAnywhere(_ body: (any Row) throws -> Bool) throws -> Int {
        guard !isRunning else {
            throw StorageError(.invalidStatement, detail: "The statement runs already.", statement: sql)
        }
        isRunning = true
        defer {
            sqlite3_reset(handle.pointer)
            sqlite3_clear_bindings(handle.pointer)
            isRunning = false
        }
        var wantsMore = true
        while true {
            let status = sqlite3_step(handle.pointer)
            if status == SQLITE_DONE { break }
            guard status == SQLITE_ROW else { throw StorageError.sqlite(status, connection, statement: sql) }
            if wantsMore { wantsMore = try body(self) }
            // A statement that writes and returns rows is stepped to its end, so that all of it happens.
            if !wantsMore, isReadOnly { break }
        }
        return isReadOnly ? 0 : Int(sqlite3_changes64(connection))
    }
}

extension SQLiteStatement: Row {
    var columnCount: Int { Int(sqlite3_column_count(handle.pointer)) }

    func isNull(at column: Int) -> Bool { type(at: column) == SQLITE_NULL }

    func integer(at column: Int) throws(StorageError) -> Int64 {
        guard type(at: column) == SQLITE_INTEGER else { throw wrongType(at: column, wanted: "integer") }
        return sqlite3_column_int64(handle.pointer, Int32(column))
    }

    func real(at column: Int) throws(StorageError) -> Double {
        let type = type(at: column)
        guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { throw wrongType(at: column, wanted: "number") }
        return sqlite3_column_double(handle.pointer, Int32(column))
    }

    func text(at column: Int) throws(StorageError) -> String {
        guard type(at: column) == SQLITE_TEXT else { throw wrongType(at: column, wanted: "text") }
        return String(decoding: bytes(at: column), as: UTF8.self)
    }

    func blob(at column: Int) throws(StorageError) -> [UInt8] {
        let type = type(at: column)
        guard type == SQLITE_BLOB || type == SQLITE_TEXT else { throw wrongType(at: column, wanted: "blob") }
        return [UInt8](bytes(at: column))
    }

    func value(at column: Int) -> DatabaseValue {
        switch type(at: column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle.pointer, Int32(column)))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle.pointer, Int32(column)))
        case SQLITE_TEXT: .text(String(decoding: bytes(at: column), as: UTF8.self))
        case SQLITE_BLOB: .blob([UInt8](bytes(at: column)))
        default: .null
        }
    }

    private func type(at column: Int) -> Int32 { sqlite3_column_type(handle.pointer, Int32(column)) }

    private func bytes(at column: Int) -> UnsafeRawBufferPointer {
        // The order matters: the address must be asked for before the length.
        let address = sqlite3_column_blob(handle.pointer, Int32(column))
        return UnsafeRawBufferPointer(start: address, count: Int(sqlite3_column_bytes(handle.pointer, Int32(column))))
    }

    private func wrongType(at column: Int, wanted: String) -> StorageError {
        let held =
            switch type(at: column) {
            case SQLITE_INTEGER: "integer"
            case SQLITE_FLOAT: "real"
            case SQLITE_TEXT: "text"
            case SQLITE_BLOB: "blob"
            default: "null"
            }
        return StorageError(
            .wrongType, detail: "Column \(column) holds \(held) where \(wanted) was expected.", statement: sql)
    }
}
