/// A failure of the storage layer, with a stable code and a sentence that says what to do.
///
/// Bound values never appear in it: they may be tokens, keys or message text.
package struct StorageError: Error, Sendable, CustomStringConvertible {
    /// A stable name for what went wrong; more may be added.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The name in snake_case, safe to show and to store.
        package let rawValue: String

        /// Makes a code from its name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// Another process holds a lock for longer than the busy timeout.
        package static let busy = Code(rawValue: "busy")
        /// The disk or the quota is exhausted; nothing of the write was kept.
        package static let diskFull = Code(rawValue: "disk_full")
        /// The file or the connection does not allow writes.
        package static let readOnly = Code(rawValue: "read_only")
        /// A uniqueness, foreign key, not-null or check rule refused the write; see `constraint`.
        package static let constraint = Code(rawValue: "constraint")
        /// The file is damaged or is no database.
        package static let corrupt = Code(rawValue: "corrupt")
        /// The operating system could not read, write or flush.
        package static let inputOutput = Code(rawValue: "input_output")
        /// The file or folder cannot be opened.
        package static let cannotOpen = Code(rawValue: "cannot_open")
        /// Another process, or another part of this one, uses the data folder.
        package static let inUse = Code(rawValue: "in_use")
        /// A newer version of Tidings wrote the data folder.
        package static let schemaTooNew = Code(rawValue: "schema_too_new")
        /// The recorded migrations are not those that this version knows.
        package static let schemaMismatch = Code(rawValue: "schema_mismatch")
        /// The database was closed before or while the call waited.
        package static let closed = Code(rawValue: "closed")
        /// The whole transaction was undone because of a failure elsewhere in it; the write may be tried again.
        package static let rolledBack = Code(rawValue: "rolled_back")
        /// The database server cannot be reached; nothing of the write was kept.
        package static let unavailable = Code(rawValue: "unavailable")
        /// The connection broke during a commit: the write may have been kept or not.
        package static let uncertain = Code(rawValue: "uncertain")
        /// Another write was in the way and this one was undone; it may be tried again.
        package static let conflict = Code(rawValue: "conflict")
        /// The statement took longer than allowed and was undone.
        package static let timedOut = Code(rawValue: "timed_out")
        /// The database role lacks a right.
        package static let notPermitted = Code(rawValue: "not_permitted")
        /// A secret was sealed with a master key that is not given.
        package static let masterKeyMissing = Code(rawValue: "master_key_missing")
        /// A column does not hold the type that was asked for.
        package static let wrongType = Code(rawValue: "wrong_type")
        /// A text holds the character U+0000.
        package static let unstorableText = Code(rawValue: "unstorable_text")
        /// A value or row is larger than the database takes.
        package static let tooLarge = Code(rawValue: "too_large")
        /// The statement is wrong: a bug of ours.
        package static let invalidStatement = Code(rawValue: "invalid_statement")
        /// Memory ran out.
        package static let outOfMemory = Code(rawValue: "out_of_memory")
        /// Anything that has no code of its own.
        package static let other = Code(rawValue: "storage_error")
    }

    /// Which rule of the schema refused a write.
    package enum Constraint: String, Sendable {
        case unique, foreignKey = "foreign_key", notNull = "not_null", check, other
    }

    /// What went wrong.
    package let code: Code
    /// The rule that refused the write, for `Code.constraint`.
    package let constraint: Constraint?
    /// What failed and what to do, without bound values.
    package let detail: String
    /// The statement's text, whose values are placeholders.
    package let statement: String?
    /// The database's own number for the failure.
    package let nativeCode: Int?

    /// Describes a failure.
    package init(
        _ code: Code, detail: String, constraint: Constraint? = nil, statement: String? = nil, nativeCode: Int? = nil
    ) {
        self.code = code
        self.detail = detail
        self.constraint = constraint
        self.statement = statement
        self.nativeCode = nativeCode
    }

    /// The sentence, the code and, where one failed, the statement.
    package var description: String {
        let native = nativeCode.map { ", \($0)" } ?? ""
        let text = statement.map { " Statement: \($0)" } ?? ""
        return "\(detail) (\(code.rawValue)\(native))\(text)"
    }

    /// Whether the same write may succeed when it is tried again unchanged.
    package var isTransient: Bool { [.busy, .rolledBack, .conflict, .unavailable].contains(code) }
}
