package import Metrics
package import PushCrypto

/// The database as the server itself sees it, across tenants: a closed set of statements.
///
/// Finding keys, managing tenants, planning, claiming, recording, recovery and removing what is old are the whole of it.
package struct SystemHandle: Sendable {
    let database: any Database
    let secrets: Secrets
    /// What planning, claiming and recording take of the processor.
    package let stages: StageClock

    /// Wraps an opened and migrated database, whose secrets are kept under the master keys if there are some.
    package init(database: any Database, masterKeys: MasterKeys? = nil, stages: StageClock = StageClock()) {
        self.database = database
        self.stages = stages
        secrets = Secrets(keys: masterKeys)
    }

    /// The handle of one tenant.
    package func handle(for tenant: Tenant) -> TenantHandle {
        TenantHandle(tenant: tenant.row, database: database, secrets: secrets)
    }

    /// Whether the database answers.
    package func isReachable() async -> Bool {
        (try? await database.read { try $0.first("select 1") { _ in true } }) == true
    }

    /// Calls `heard` whenever another server on the same data has made deliveries.
    package func listen(_ heard: @escaping @Sendable () -> Void) { database.listen(heard) }
}
