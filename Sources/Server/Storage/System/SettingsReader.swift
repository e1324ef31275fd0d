/// Reads the settings of tenants, each once in a transaction.
final class SettingsReader {
    private let connection: any ReadConnection
    private var known: [Int64: TenantSettings] = [:]

    init(_ connection: any ReadConnection) { self.connection = connection }

    func of(_ tenant: Int64) throws -> TenantSettings {
        if let settings = known[tenant] { return settings }
        let settings = try TenantHandle.settings(of: tenant, connection)
        known[tenant] = settings
        return settings
    }
}
