package import Foundation

extension Database {
    /// Brings the schema up to date, each migration in a transaction of its own.
    ///
    /// - Parameters:
    ///   - migrations: All steps ever released, in order.
    ///   - now: The time that is recorded beside each step.
    /// - Returns: How many steps were applied.
    /// - Throws: `schema_too_new` if a later version of the program has written here; nothing is changed then.
    @discardableResult
    package func migrate(_ migrations: [Migration], now: Date) async throws -> Int {
        let applied = try await write { connection in
            try connection.execute(
                """
                create table if not exists schema_migrations (
                    version integer primary key, name text not null, applied_at bigint not null)
                """)
            return try connection.appliedMigrations()
        }
        let pending = try migrations.pending(after: applied)
        for migration in pending {
            try await write { connection in
                try connection.run(script: migration.script)
                try connection.execute(
                    "insert into schema_migrations (version, name, applied_at) values (?1, ?2, ?3)",
                    migration.version, migration.name, now)
            }
        }
        return pending.count
    }

    /// The steps that have been applied, in order; empty for a database that was never migrated.
    package func appliedMigrations() async throws -> [AppliedMigration] {
        try await read { try $0.appliedMigrations() }
    }
}

extension ReadConnection {
    fileprivate func appliedMigrations() throws -> [AppliedMigration] {
        try rows("select version, name from schema_migrations order by version") { row in
            AppliedMigration(version: try row[0], name: try row[1])
        }
    }
}
