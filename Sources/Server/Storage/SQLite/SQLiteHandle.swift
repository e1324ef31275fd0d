import CSQLite

/// An open SQLite connection, closed when it goes out of scope.
struct SQLiteHandle: ~Copyable {
    let pointer: OpaquePointer

    /// Opens a file; `flags` are SQLite's own `SQLITE_OPEN_…`, and nil is the usual disk.
    init(path: String, flags: Int32, disk: UnsafePointer<CChar>?) throws(StorageError) {
        var opened: OpaquePointer?
        // Every connection stays on its thread, so SQLite's own mutexes would be paid for nothing.
        let status = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, disk)
        guard status == SQLITE_OK, let opened else {
            let error = StorageError.sqlite(status, opened)
            sqlite3_close_v2(opened)
            throw error
        }
        sqlite3_extended_result_codes(opened, 1)
        pointer = opened
    }

    // The `v2` form waits for statements that are still alive, so the order of deinitialisation does not matter.
    deinit { sqlite3_close_v2(pointer) }

    /// Whether a transaction is open; a severe error ends it behind our back.
    var isInTransaction: Bool { sqlite3_get_autocommit(pointer) == 0 }

    /// Runs statements that take no values.
    func execute(_ script: String) throws(StorageError) {
        let status = sqlite3_exec(pointer, script, nil, nil, nil)
        guard status == SQLITE_OK else { throw .sqlite(status, pointer, statement: script) }
    }

    /// Runs a pragma that answers with one text or number.
    func pragma(_ text: String) throws(StorageError) -> String {
        let statement = try SQLiteStatementHandle("pragma \(text)", on: pointer)
        let status = sqlite3_step(statement.pointer)
        guard status == SQLITE_ROW else { throw .sqlite(status, pointer, statement: text) }
        return sqlite3_column_text(statement.pointer, 0).map { String(cString: $0) } ?? ""
    }
}

/// A compiled statement, released when it goes out of scope.
struct SQLiteStatementHandle: ~Copyable {
    let pointer: OpaquePointer

    /// Compiles exactly one statement.
    init(_ sql: String, on connection: OpaquePointer) throws(StorageError) {
        var compiled: OpaquePointer?
        let status = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
        guard status == SQLITE_OK else { throw .sqlite(status, connection, statement: sql) }
        guard let compiled else { throw StorageError(.invalidStatement, detail: "The statement is empty.") }
        pointer = compiled
    }

    deinit { sqlite3_finalize(pointer) }
}
