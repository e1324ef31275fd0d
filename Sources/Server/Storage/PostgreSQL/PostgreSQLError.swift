import CPostgreSQL

extension StorageError {
    /// Describes why the server refused a statement.
    ///
    /// Only the first line of its message is kept, and that not where it quotes values.
    static func postgreSQL(_ result: OpaquePointer, statement: String?) -> StorageError {
        let state = tidings_pg_sqlstate(result).map { String(cString: $0) } ?? ""
        let message = tidings_pg_message(result).map { String(cString: $0) } ?? "no reason given"
        let code = Code.postgreSQL(state)
        var detail = "\(code.sentence(message)) SQLSTATE \(state)."
        if let name = tidings_pg_constraint(result) { detail += " Rule: \(String(cString: name))." }
        return StorageError(
            code, detail: detail, constraint: code == .constraint ? .postgreSQL(state) : nil, statement: statement)
    }
}

extension StorageError.Code {
    /// Reads a SQLSTATE, whose first two characters are its class.
    fileprivate static func postgreSQL(_ state: String) -> Self {
        switch state {
        case "40001", "40P01": .conflict
        case "55P03": .busy
        case "57014": .timedOut
        case "25P02": .rolledBack
        case "25006": .readOnly
        case "42501": .notPermitted
        case "53100": .diskFull
        case "53200": .outOfMemory
        default:
            switch state.prefix(2) {
            // 57: shut down, starting up, or in recovery; 53: too many connections.
            case "08", "53", "57": .unavailable
            case "22": .wrongType
            case "23": .constraint
            case "42", "26", "0A": .invalidStatement
            case "54": .tooLarge
            case "58": .inputOutput
            case "XX": .corrupt
            default: .other
            }
        }
    }

    fileprivate func sentence(_ text: String) -> String {
        switch self {
        case .conflict: "Another write was in the way and this one was undone; it can be tried again."
        case .busy: "Another transaction holds a lock for too long (\(text))."
        case .timedOut: "The statement took longer than allowed and was undone."
        case .rolledBack: "An earlier error has undone the whole transaction. Let it out of the closure."
        case .readOnly: "The database server does not take writes (\(text)). It may be a replica."
        case .notPermitted: "The database role lacks a right (\(text)). See the page on storage for its rights."
        case .diskFull: "The disk of the database server is full; the write was undone. Free some space there."
        case .wrongType: "A value does not suit its column."
        case .constraint: "A rule of the schema refused the write."
        case .inputOutput: "The database server cannot read or write its files (\(text)). Check its disk."
        case .corrupt: "The database server reports damage (\(text)). Stop the server and restore a backup."
        case .unavailable: "The database server cannot be used now (\(text))."
        default: "The database server refused a statement (\(text))."
        }
    }
}

extension StorageError.Constraint {
    fileprivate static func postgreSQL(_ state: String) -> Self {
        switch state {
        case "23502": .notNull
        case "23503": .foreignKey
        case "23505": .unique
        case "23514": .check
        default: .other
        }
    }
}
