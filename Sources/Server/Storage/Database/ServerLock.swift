/// What one server at a time does on a database that several share.
package enum ServerLock: Int, Sendable {
    /// Writing for a tenant; the second number of the lock is the tenant's row.
    case tenantWrites = 7_402_001
    /// Changing the schema.
    case migration = 7_402_002
    /// Turning audiences into deliveries, so that the rows of a list become visible in the order of their keys.
    case planning = 7_402_003
    /// Removing what is old.
    case retention = 7_402_004
    /// Making a provider token.
    case providerTokens = 7_402_010
}

extension WriteConnection {
    /// Waits until no other server holds the lock, and holds it until the transaction ends.
    ///
    /// SQLite has a single writer anyway.
    ///
    /// - Parameters:
    ///   - lock: What is to be done.
    ///   - row: The tenant that it is done for, where there is one lock for each.
    /// - Throws: `StorageError` when the wait takes too long.
    package func lock(_ lock: ServerLock, of row: Int64 = 0) throws {
        guard dialect == .postgreSQL else { return }
        // Tables are their owner's to change: the role that connected.
        if lock == .migration { try run(script: "set local role none") }
        _ = try first("select 1 from pg_advisory_xact_lock(\(lock.rawValue), \(row % Int64(Int32.max)))") { _ in true }
    }

    /// Holds the lock until the transaction ends, if no other server holds it.
    ///
    /// - Returns: Whether it is held now.
    package func tryLock(_ lock: ServerLock) throws -> Bool {
        guard dialect == .postgreSQL else { return true }
        return try first("select pg_try_advisory_xact_lock(\(lock.rawValue), 0)") { try $0[0] } ?? false
    }

    /// The end of a `select` of rows that this transaction is to work on and no other.
    ///
    /// Rows that another one works on are left out.
    package func claiming(_ table: String) -> String {
        dialect == .postgreSQL ? "for update of \(table) skip locked" : ""
    }
}
