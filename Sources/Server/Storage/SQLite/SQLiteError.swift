import CSQLite

extension StorageError {
    /// Describes the latest failure of a SQLite connection.
    static func sqlite(_ status: Int32, _ handle: OpaquePointer?, statement: String? = nil) -> StorageError {
        let extended = handle.map { sqlite3_extended_errcode($0) } ?? status
        // The connection may have moved on to another error since; its text is only right for the same code.
        let matches = extended & 0xFF == status & 0xFF
        let native = matches ? extended : status
        let text =
            if matches, let handle, let message = sqlite3_errmsg(handle) {
                String(cString: message)
            } else {
                String(cString: sqlite3_errstr(status))
            }
        let code = Code.sqlite(native)
        return StorageError(
            code, detail: code.sentence(text), constraint: code == .constraint ? .sqlite(native) : nil,
            statement: statement, nativeCode: Int(native))
    }
}

extension StorageError.Code {
    fileprivate static func sqlite(_ extended: Int32) -> Self {
        switch extended & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .diskFull
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_CONSTRAINT: .constraint
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_IOERR: .inputOutput
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_TOOBIG: .tooLarge
        case SQLITE_NOMEM: .outOfMemory
        case SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_MISMATCH: .invalidStatement
        default: .other
        }
    }

    fileprivate func sentence(_ text: String) -> String {
        switch self {
        case .busy: "The database is locked by another process (\(text)). Stop what uses it and try again."
        case .diskFull: "The disk is full; the write was undone. Free some space in the data folder's file system."
        case .readOnly: "The database cannot be written (\(text)). Check the owner and mode of the data folder."
        case .corrupt: "The database is damaged (\(text)). Stop the server and restore a backup."
        case .inputOutput: "The data folder cannot be read or written (\(text)). Check the disk."
        case .cannotOpen: "The database cannot be opened (\(text)). Check the path, owner and mode of the data folder."
        default: text
        }
    }
}

extension StorageError.Constraint {
    /// Reads the upper byte of an extended result code; the C macros for it cannot be imported.
    fileprivate static func sqlite(_ extended: Int32) -> Self {
        switch extended >> 8 {
        case 1: .check
        case 3: .foreignKey
        case 5: .notNull
        case 6, 8, 10: .unique  // primary key, unique index, row key
        default: .other
        }
    }
}
