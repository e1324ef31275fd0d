internal import Foundation
internal import Storage
package import Timekeeping

/// Which steps of the schema a database has seen, and which this version would apply.
package struct SchemaStatus: Sendable {
    /// A step and whether it has been applied.
    package struct Step: Sendable, Equatable {
        /// Its number.
        package let version: Int
        /// Its name.
        package let name: String
        /// Whether the database has seen it.
        package let isApplied: Bool
    }

    /// Every step that this version knows, in order.
    package let steps: [Step]

    /// The steps that are still to be applied.
    package var pending: [Step] { steps.filter { !$0.isApplied } }

    /// Reads the status of a data folder or, if a URL is given, of a PostgreSQL database; a server may run on it.
    ///
    /// - Throws: `StorageError`, `schema_too_new` if a newer version has written there.
    package static func read(
        dataDirectory: String, databaseURL: String?, time: any TimeSource
    ) async throws -> SchemaStatus {
        if let databaseURL {
            let opened = try await OpenDatabase.open(
                folder: dataDirectory, url: databaseURL, time: time, migrates: false)
            return try await read(opened.database)
        }
        let folder = URL(fileURLWithPath: dataDirectory, isDirectory: true)
        return try await read(try await SQLiteDatabase.open(folder: folder, time: time, isAlone: false))
    }

    /// Applies what is pending, while no server of SQLite's runs on the folder.
    ///
    /// - Returns: How many steps were applied.
    package static func upgrade(
        dataDirectory: String, databaseURL: String?, time: any TimeSource
    ) async throws -> Int {
        let database = try await OpenDatabase.open(
            folder: dataDirectory, url: databaseURL, time: time, migrates: false
        ).database
        return try await database.closed {
            let before = try await pending(database).count
            try await database.migrate(Schema.sqlite, now: time.now)
            return before
        }
    }

    private static func read(_ database: any Database) async throws -> SchemaStatus {
        try await database.closed {
            let pending = Set(try await pending(database).map(\.version))
            return SchemaStatus(
                steps: Schema.sqlite.map {
                    Step(version: $0.version, name: $0.name, isApplied: !pending.contains($0.version))
                })
        }
    }

    private static func pending(_ database: any Database) async throws -> ArraySlice<Migration> {
        try Schema.sqlite.pending(after: try await database.appliedMigrations())
    }
}
