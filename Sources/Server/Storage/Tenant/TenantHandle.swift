/// The database as one tenant sees it: every statement behind it names the tenant.
///
/// Whatever a caller can reach goes through a handle, so no id of a caller leads to another tenant's rows.
package struct TenantHandle: Sendable {
    /// The row of the tenant.
    package let tenant: Int64
    let database: any Database

    let secrets: Secrets

    init(tenant: Int64, database: any Database, secrets: Secrets) {
        self.tenant = tenant
        self.secrets = secrets
        self.database = database.scoped(to: tenant)
    }
}
