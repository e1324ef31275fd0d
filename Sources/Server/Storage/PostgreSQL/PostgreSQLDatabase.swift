import Locking
package import Timekeeping

/// A PostgreSQL database behind a few connections, each with a thread of its own; several servers may share it.
///
/// A commit is on the server's disk before its callers continue. Writes of one tenant happen one after the other, over
/// all servers, as if there were a single writer; the system's own writes lock the rows that they work on.
package final class PostgreSQLDatabase: Database {
    let reads = Mailbox<TenantCall<any ReadConnection>>()
    let tenantWrites: [Mailbox<TenantCall<any WriteConnection>>]
    let systemWrites = Mailbox<TenantCall<any WriteConnection>>()
    private let threads = Locked<[StorageThread]>([])
    private let listeners = Locked<[PostgreSQLListener]>([])
    private let configuration: PostgreSQLConfiguration
    /// Whether calls run under the roles that keep tenants apart.
    let isSeparated = Locked(false)
    private let counters = Locked(PostgreSQLStatistics())
    private let time: any TimeSource

    /// Connects once, to find out whether the database can be used, and starts the threads.
    ///
    /// - Parameters:
    ///   - configuration: Where it is and how it is used.
    ///   - time: Virtual time stands still during a call.
    /// - Returns: The open database.
    /// - Throws: `unavailable` or `cannot_open`, with a sentence for the operator.
    package static func open(
        _ configuration: PostgreSQLConfiguration, time: any TimeSource = SystemTime()
    ) async throws -> PostgreSQLDatabase {
        let database = PostgreSQLDatabase(configuration, time: time)
        do {
            try await database.read { _ = try $0.first("select 1") { _ in true } }
            return database
        } catch {
            await database.close()
            throw error
        }
    }

    private init(_ configuration: PostgreSQLConfiguration, time: any TimeSource) {
        self.configuration = configuration
        self.time = time
        tenantWrites = (0..<max(1, configuration.tenantWriterCount)).map { _ in Mailbox() }
        // The threads own the mailboxes and not the database, so a forgotten database ends them.
        let (reads, systemWrites, counters, isSeparated) = (reads, systemWrites, counters, isSeparated)
        var started: [StorageThread] = []
        for number in 1...max(1, configuration.readerCount) {
            started.append(
                StorageThread(name: "storage-read-\(number)") {
                    PostgreSQLReader(configuration, isSeparated: isSeparated).run(reads)
                })
        }
        for (index, writes) in tenantWrites.enumerated() {
            started.append(
                StorageThread(name: "storage-write-\(index + 1)") {
                    PostgreSQLWriter(
                        configuration, counters, isSeparated: isSeparated, groupLimit: configuration.groupLimit
                    ).run(writes)
                })
        }
        for number in 1...max(1, configuration.systemWriterCount) {
            started.append(
                StorageThread(name: "storage-work-\(number)") {
                    PostgreSQLWriter(configuration, counters, isSeparated: isSeparated, groupLimit: 1)
                        .run(systemWrites)
                })
        }
        threads.withLock { $0 = started }
    }

    deinit { closeMailboxes() }

    /// Runs `body` on one of the reading threads, for the system.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReadConnection) throws -> Value
    ) async throws -> Value {
        try await read(tenant: nil, body)
    }

    /// Runs `body` in a transaction of its own, for the system.
    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteConnection) throws -> Value
    ) async throws -> Value {
        try await write(tenant: nil, body)
    }

    /// The same database with every call in the name of one tenant.
    package func scoped(to tenant: Int64) -> any Database { TenantScope(tenant: tenant, database: self) }

    /// Starts a thread that hears from the other servers.
    package func listen(_ heard: @escaping @Sendable () -> Void) {
        let listener = PostgreSQLListener(configuration, node: configuration.node, heard: heard)
        listeners.withLock { $0.append(listener) }
    }

    /// What it has done since it was opened.
    package func statistics() -> PostgreSQLStatistics { counters.withLock { $0 } }

    func read<Value: Sendable>(
        tenant: Int64?, _ body: @escaping @Sendable (any ReadConnection) throws -> Value
    ) async throws -> Value {
        // The hold ends on the caller's own thread of work, so that no gap lets virtual time slip through.
        let hold = time.hold("storage read")
        defer { hold.release() }
        return try await withCheckedThrowingContinuation { continuation in
            let call = PendingCall(body) { continuation.resume(with: $0) }
            if !reads.post(TenantCall(tenant: tenant, call: call)) { call.fail(Self.closedError) }
        }
    }

    func write<Value: Sendable>(
        tenant: Int64?, _ body: @escaping @Sendable (any WriteConnection) throws -> Value
    ) async throws -> Value {
        let hold = time.hold("storage write")
        defer { hold.release() }
        let mailbox =
            tenant.map { tenantWrites[Int($0.magnitude % UInt64(tenantWrites.count))] } ?? systemWrites
        return try await withCheckedThrowingContinuation { continuation in
            let call = PendingCall(body) { continuation.resume(with: $0) }
            if !mailbox.post(TenantCall(tenant: tenant, call: call)) { call.fail(Self.closedError) }
        }
    }

    /// Finishes what was asked for and disconnects.
    package func close() async {
        closeMailboxes()
        for listener in listeners.withLock({ $0 }) { await listener.stop() }
        for thread in threads.withLock({ $0 }) { await thread.finish() }
    }

    private static let closedError = StorageError(
        .closed, detail: "The database is closed because the server is stopping.")

    private func closeMailboxes() {
        reads.close()
        systemWrites.close()
        for mailbox in tenantWrites { mailbox.close() }
    }
}
