package import Foundation
package import PushModel

extension TenantHandle {
    private static let columns = "id, public_id, bundle_id, name, created_at, settings"

    /// Makes an app.
    ///
    /// - Returns: The app and whether it is new; a bundle id that is there already answers the app that has it.
    package func makeApp(bundleID: String, name: String, now: Date) async throws -> (app: App, isNew: Bool) {
        let tenant = tenant
        return try await database.write { connection in
            let inserted = try connection.execute(
                """
                insert into apps (public_id, tenant_id, bundle_id, name, created_at) values (?1, ?2, ?3, ?4, ?5)
                on conflict (tenant_id, bundle_id) do nothing
                """, Identifier(.app, at: now), tenant, bundleID, name, now)
            guard let app = try Self.app(bundleID: bundleID, tenant: tenant, connection) else {
                throw StorageError(.other, detail: "The app was not stored.")
            }
            return (app, inserted == 1)
        }
    }

    /// The tenant's apps, newest first.
    package func apps(before: Int64?, limit: Int) async throws -> Page<App> {
        let tenant = tenant
        return try await database.read { connection in
            let rows = try connection.rows(
                "select \(Self.columns) from apps where tenant_id = ?1 and id < ?2 order by id desc limit ?3",
                tenant, before ?? .max, limit + 1, decode: Self.app)
            return try Page(rows, limit: limit, key: \.row).map { try Self.withCredentials($0, connection) }
        }
    }

    /// One app.
    package func app(_ id: Identifier) async throws -> App? {
        let tenant = tenant
        return try await database.read { try Self.app(id, tenant: tenant, $0) }
    }

    /// The app with a bundle id.
    package func app(bundleID: String) async throws -> App? {
        let tenant = tenant
        return try await database.read { try Self.app(bundleID: bundleID, tenant: tenant, $0) }
    }

    /// Changes an app's name or settings.
    ///
    /// - Returns: The app as it is now, or nil if the tenant has no such app.
    package func changeApp(
        _ id: Identifier, name: String?, _ change: @escaping @Sendable (inout AppSettings) -> Void
    ) async throws -> App? {
        let tenant = tenant
        return try await database.write { connection in
            guard let old = try Self.app(id, tenant: tenant, connection) else { return nil }
            var settings = old.settings
            change(&settings)
            try connection.execute(
                "update apps set name = ?2, settings = ?3 where id = ?1", old.row, name ?? old.name, settings.stored)
            return try Self.app(id, tenant: tenant, connection)
        }
    }

    static func app(_ id: Identifier, tenant: Int64, _ connection: any ReadConnection) throws -> App? {
        try connection.first(
            "select \(columns) from apps where tenant_id = ?1 and public_id = ?2", tenant, id, decode: app
        ).map { try withCredentials($0, connection) }
    }

    static func app(bundleID: String, tenant: Int64, _ connection: any ReadConnection) throws -> App? {
        try connection.first(
            "select \(columns) from apps where tenant_id = ?1 and bundle_id = ?2", tenant, bundleID, decode: app
        ).map { try withCredentials($0, connection) }
    }

    private static func app(_ row: any Row) throws -> App {
        App(
            row: try row[0], id: try row[1], bundleID: try row[2], name: try row[3],
            createdAt: try row[4], settings: AppSettings(stored: try row[5]))
    }

    private static func withCredentials(_ app: App, _ connection: any ReadConnection) throws -> App {
        var app = app
        app.credentials = try credentialSummaries(of: app.row, connection)
        return app
    }
}
