/// What one server at a time does on a database that several share.
package enum ServerLock: Int, Sendable {
    /// Writing for a tenant; the second number of the lock is the tenant's row.
    case tenantWrites = 7_402_001
    /// Changing the schema.
    case migration = 7_402_002
    /// Turning audiences into deliveries, so that the rows of a list become visible in the order of their keys.
    case planning = 7_402_003
}

extension WriteConnection {
    /// Waits until no other server holds the lock, and holds it until the transaction ends.
    ///
    /// SQLite has a single writer anyway.
    package func lock(_ lock: ServerLock) throws {
        guard dialect == .postgreSQL else { return }
        // Tables are their owner's to change: the role that connected.
        if lock == .migration { try run(script: "set local role none") }
        _ = try first("select 1 from pg_advisory_xact_lock(\(lock.rawValue), 0)") { _ in true }
    }

    /// The end of a `select` of rows that this transaction is to work on and no other.
    ///
    /// Rows that another one works on are left out.
    package func claiming(_ table: String) -> String {
        dialect == .postgreSQL ? "for update of \(table) skip locked" : ""
    }
}
