package import Foundation

extension Database {
    /// Brings the schema up to date, each migration in a transaction of its own, and keeps tenants apart in it.
    ///
    /// - Parameters:
    ///   - migrations: All steps ever released, in order.
    ///   - now: The time that is recorded beside each step.
    /// - Returns: How many steps were applied.
    /// - Throws: `schema_too_new` if a later version of the program has written here; nothing is changed then.
    @discardableResult
    package func migrate(_ migrations: [Migration], now: Date) async throws -> Int {
        var count = 0
        while try await write({ try $0.applyNext(of: migrations, now: now) }) { count += 1 }
        try await separateTenants()
        return count
    }

    /// The steps that have been applied, in order; empty for a database that was never migrated.
    package func appliedMigrations() async throws -> [AppliedMigration] {
        try await read { connection in
            let find =
                connection.dialect == .postgreSQL
                ? "select to_regclass('schema_migrations') is not null"
                : "select count(*) > 0 from sqlite_schema where name = 'schema_migrations'"
            guard try connection.first(find, decode: { try $0[0] }) == true else { return [] }
            return try connection.appliedMigrations()
        }
    }
}

extension WriteConnection {
    /// Applies the first step that is still to be applied.
    ///
    /// - Returns: Whether there was one.
    fileprivate func applyNext(of migrations: [Migration], now: Date) throws -> Bool {
        try lock(.migration)
        try run(
            script: """
                create table if not exists schema_migrations (
                    version integer primary key, name text not null, applied_at bigint not null)
                """)
        guard let next = try migrations.pending(after: try appliedMigrations()).first else { return false }
        try run(script: next.script(for: dialect))
        try execute(
            "insert into schema_migrations (version, name, applied_at) values (?1, ?2, ?3)",
            next.version, next.name, now)
        return true
    }
}

extension ReadConnection {
    fileprivate func appliedMigrations() throws -> [AppliedMigration] {
        try rows("select version, name from schema_migrations order by version") { row in
            AppliedMigration(version: try row[0], name: try row[1])
        }
    }
}
