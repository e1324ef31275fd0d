internal import CSQLite

extension SQLiteHandle {
    /// Makes the function `folded(text)` known to the connection; of what is no text it is null.
    func defineFunctions() throws(StorageError) {
        let status = sqlite3_create_function_v2(
            pointer, "folded", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
            { context, _, values in
                guard let value = values?.pointee, sqlite3_value_type(value) == SQLITE_TEXT,
                    let bytes = sqlite3_value_text(value)
                else { return sqlite3_result_null(context) }
                let count = Int(sqlite3_value_bytes(value))
                let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
                var folded = text.folded
                folded.withUTF8 { buffer in
                    buffer.withMemoryRebound(to: CChar.self) { characters in
                        sqlite3_result_text(
                            context, characters.baseAddress, Int32(characters.count),
                            tidings_sqlite_transient())
                    }
                }
            }, nil, nil, nil)
        guard status == SQLITE_OK else { throw .sqlite(status, pointer) }
    }
}
