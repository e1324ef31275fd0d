/// One step of the schema's history.
///
/// A step that was released is never edited: the next change is a new step.
package struct Migration: Sendable {
    /// The number of the step: 1, 2, 3, … without gaps.
    package let version: Int
    /// A short name, stored beside the number.
    package let name: String
    private let script: String
    private let postgreSQL: String?

    /// Describes a step.
    ///
    /// - Parameters:
    ///   - version: Its number.
    ///   - name: Its name.
    ///   - script: Statements for all databases, with types named as in SQLite; see `WriteConnection.run(script:)`.
    ///   - postgreSQL: What PostgreSQL runs instead, where the databases have too little in common.
    package init(version: Int, name: String, script: String, postgreSQL: String? = nil) {
        self.version = version
        self.name = name
        self.script = script
        self.postgreSQL = postgreSQL
    }

    /// One or more statements, separated by semicolons.
    func script(for dialect: SQLDialect) -> String {
        dialect == .postgreSQL ? postgreSQL ?? script : script
    }
}

/// A step that the database says has been applied.
package struct AppliedMigration: Sendable, Equatable {
    /// The number of the step.
    package let version: Int
    /// Its name when it was applied.
    package let name: String
}

extension [Migration] {
    /// The steps that are still to be applied, in order.
    ///
    /// - Throws: `schema_too_new` or `schema_mismatch` if the history is not a beginning of this list.
    package func pending(after applied: [AppliedMigration]) throws(StorageError) -> ArraySlice<Migration> {
        for (index, migration) in enumerated() where migration.version != index + 1 {
            throw StorageError(
                .schemaMismatch,
                detail: "Migration \(migration.name) has number \(migration.version) and should have \(index + 1).")
        }
        guard applied.count <= count else {
            throw StorageError(
                .schemaTooNew,
                detail: """
                    The data was written by a newer version of Tidings: its schema is \(applied.count), \
                    this version knows \(count). Install the newer version, or restore a backup made before the upgrade.
                    """)
        }
        for (recorded, known) in zip(applied, self)
        where recorded.version != known.version || recorded.name != known.name {
            throw StorageError(
                .schemaMismatch,
                detail: """
                    The data records migration \(recorded.version) “\(recorded.name)” where this version has \
                    \(known.version) “\(known.name)”. It was written by another branch of Tidings; restore a backup.
                    """)
        }
        return self[applied.count...]
    }
}
