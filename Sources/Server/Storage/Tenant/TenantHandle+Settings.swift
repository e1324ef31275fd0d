extension TenantHandle {
    /// The tenant's settings.
    package func settings() async throws -> TenantSettings {
        let tenant = tenant
        return try await database.read { try Self.settings(of: tenant, $0) }
    }

    /// Changes the tenant's settings.
    ///
    /// - Returns: The settings as they are now.
    package func changeSettings(_ change: @escaping @Sendable (inout TenantSettings) -> Void) async throws
        -> TenantSettings
    {
        let tenant = tenant
        return try await database.write { connection in
            var settings = try Self.settings(of: tenant, connection)
            change(&settings)
            try connection.execute("update tenants set settings = ?2 where id = ?1", tenant, settings.stored)
            return settings
        }
    }

    static func settings(of tenant: Int64, _ connection: any ReadConnection) throws -> TenantSettings {
        let text: String? = try connection.first("select settings from tenants where id = ?1", tenant) { try $0[0] }
        return text.map { TenantSettings(stored: $0) } ?? TenantSettings()
    }
}
