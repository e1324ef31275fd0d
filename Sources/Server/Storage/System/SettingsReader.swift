/// Reads the settings of tenants and apps, each once in a transaction.
final class SettingsReader {
    private let connection: any ReadConnection
    private var known: [Int64: TenantSettings] = [:]
    private var knownApps: [Int64: AppSettings] = [:]

    init(_ connection: any ReadConnection) { self.connection = connection }

    func of(_ tenant: Int64) throws -> TenantSettings {
        if let settings = known[tenant] { return settings }
        let settings = try TenantHandle.settings(of: tenant, connection)
        known[tenant] = settings
        return settings
    }

    func of(app: Int64) throws -> AppSettings {
        if let settings = knownApps[app] { return settings }
        let text: String? = try connection.first("select settings from apps where id = ?1", app) { try $0[0] }
        let settings = text.map { AppSettings(stored: $0) } ?? AppSettings()
        knownApps[app] = settings
        return settings
    }
}
