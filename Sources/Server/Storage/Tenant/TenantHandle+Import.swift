package import Foundation

extension TenantHandle {
    /// How many rows one call takes.
    package static let importLimit = 1_000

    /// Takes people and tokens over from elsewhere, all rows in one transaction; the same rows again change nothing.
    ///
    /// - Parameters:
    ///   - rows: At most ``importLimit``; of two that name one person the later counts, attribute by attribute.
    ///   - dryRun: Whether only to tell what would become of them.
    ///   - now: The wall clock.
    /// - Returns: What became of them.
    /// - Throws: `StorageError`; then nothing was changed.
    package func importRows(_ rows: [ImportRow], dryRun: Bool, now: Date) async throws -> ImportReport {
        let tenant = tenant
        if dryRun {
            return try await database.read { try ImportPlan(rows, tenant: tenant, now: now, $0).report }
        }
        return try await database.write { connection in
            let plan = try ImportPlan(rows, tenant: tenant, now: now, connection)
            try plan.write(connection)
            return plan.report
        }
    }
}
