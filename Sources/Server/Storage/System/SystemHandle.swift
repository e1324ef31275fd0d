/// The database as the server itself sees it, across tenants: a closed set of statements.
///
/// Finding keys and tenants, planning, claiming, recording and recovery are the whole of it.
package struct SystemHandle: Sendable {
    let database: any Database

    /// Wraps an opened and migrated database.
    package init(database: any Database) { self.database = database }

    /// The handle of one tenant.
    package func handle(for tenant: Tenant) -> TenantHandle { TenantHandle(tenant: tenant.row, database: database) }

    /// Whether the database answers.
    package func isReachable() async -> Bool {
        (try? await database.read { try $0.first("select 1") { _ in true } }) == true
    }

    /// Calls `heard` whenever another server on the same data has made deliveries.
    package func listen(_ heard: @escaping @Sendable () -> Void) { database.listen(heard) }
}
