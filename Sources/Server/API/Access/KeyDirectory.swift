package import Foundation
internal import Locking
package import Storage

/// Finds the key and tenant behind a secret, and remembers them for a while.
///
/// A key that this process revokes is forgotten at once; one that another process revokes within ``lifetime``.
package final class KeyDirectory: Sendable {
    /// How long an answer is remembered.
    package static let lifetime: TimeInterval = 30
    private static let countLimit = 10_000

    private struct Entry {
        let key: APIKey
        let readAt: Date
    }
    private struct TenantEntry {
        let tenant: Tenant
        let readAt: Date
    }
    private struct State {
        var keys: [[UInt8]: Entry] = [:]
        var tenants: [String: TenantEntry] = [:]
        var tenantsByRow: [Int64: TenantEntry] = [:]
    }

    private let storage: SystemHandle
    private let state = Locked(State())

    /// Looks keys up in this database.
    package init(storage: SystemHandle) { self.storage = storage }

    func key(_ secret: KeySecret, now: Date) async throws -> APIKey? {
        let hash = secret.hash
        let known = state.withLock { $0.keys[hash] }
        if let known, now.timeIntervalSince(known.readAt) < Self.lifetime { return known.key }
        let found = try await storage.key(hash: hash)
        state.withLock { state in
            if state.keys.count >= Self.countLimit { state.keys.removeAll() }
            state.keys[hash] = found.map { Entry(key: $0, readAt: now) }
        }
        return found
    }

    func tenant(slug: String, now: Date) async throws -> Tenant? {
        let known = state.withLock { $0.tenants[slug] }
        if let known, now.timeIntervalSince(known.readAt) < Self.lifetime { return known.tenant }
        guard let found = try await storage.tenant(slug: slug) else { return nil }
        state.withLock { $0.tenants[slug] = TenantEntry(tenant: found, readAt: now) }
        return found
    }

    func tenant(row: Int64, now: Date) async throws -> Tenant? {
        let known = state.withLock { $0.tenantsByRow[row] }
        if let known, now.timeIntervalSince(known.readAt) < Self.lifetime { return known.tenant }
        guard let found = try await storage.tenant(row: row) else { return nil }
        state.withLock { $0.tenantsByRow[row] = TenantEntry(tenant: found, readAt: now) }
        return found
    }

    func forget(_ tenant: Tenant) { forget(slug: tenant.slug, row: tenant.row) }

    func forget(slug: String, row: Int64) {
        state.withLock { state in
            state.tenants[slug] = nil
            state.tenantsByRow[row] = nil
        }
    }

    func forgetKeys(tenant row: Int64) {
        state.withLock { state in state.keys = state.keys.filter { $0.value.key.tenant != row } }
    }

    func forget(_ key: APIKey) {
        state.withLock { state in state.keys = state.keys.filter { $0.value.key.row != key.row } }
    }

    func handle(for tenant: Tenant) -> TenantHandle { storage.handle(for: tenant) }
}
