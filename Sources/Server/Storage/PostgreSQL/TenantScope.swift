/// A call and the tenant in whose name it runs; nil for the system.
struct TenantCall<Connection>: Sendable {
    let tenant: Int64?
    let call: any DatabaseCall<Connection>
}

/// A database in which every call runs in the name of one tenant.
struct TenantScope: Database {
    let tenant: Int64
    let database: PostgreSQLDatabase

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReadConnection) throws -> Value
    ) async throws -> Value {
        try await database.read(tenant: tenant, body)
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteConnection) throws -> Value
    ) async throws -> Value {
        try await database.write(tenant: tenant, body)
    }

    func close() async { await database.close() }
}
