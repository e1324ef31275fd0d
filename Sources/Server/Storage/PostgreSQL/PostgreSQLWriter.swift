import Locking

/// The loop of a thread that writes: calls that wait together share one transaction, and are answered after its commit.
///
/// A transaction that others were in the way of, or whose connection broke before its commit, is run again.
final class PostgreSQLWriter {
    private let configuration: PostgreSQLConfiguration
    private let counters: Locked<PostgreSQLStatistics>
    private let isSeparated: Locked<Bool>
    private let groupLimit: Int
    private var connection: PostgreSQLConnection?

    /// There is no connection to be had: everybody who waits is told, and nothing is tried again.
    private struct ConnectionFailure: Error {
        let cause: any Error
    }

    private typealias Group = [TenantCall<any WriteConnection>]

    init(
        _ configuration: PostgreSQLConfiguration, _ counters: Locked<PostgreSQLStatistics>, isSeparated: Locked<Bool>,
        groupLimit: Int
    ) {
        self.isSeparated = isSeparated
        self.configuration = configuration
        self.counters = counters
        self.groupLimit = groupLimit
    }

    /// Serves the mailbox until it is closed and empty.
    func run(_ writes: Mailbox<TenantCall<any WriteConnection>>) {
        while true {
            let group = writes.take(limit: groupLimit)
            if group.isEmpty { return }
            // All servers lock tenants in the same order, so none waits for another in a circle.
            serve(
                group.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(
                    \.element))
        }
    }

    private func serve(_ group: Group) {
        for attempt in 1... {
            do {
                try commit(group)
                counters.withLock {
                    $0.commits += 1
                    $0.writes += group.count
                }
                for next in group { next.call.deliver() }
                return
            } catch let error as StorageError where error.isWorthRepeating && attempt < configuration.attemptLimit {
                counters.withLock { $0.repeats += 1 }
                // One call of many may be the reason: alone, each succeeds or fails by itself.
                if group.count > 1, attempt > 1 {
                    for next in group { serve([next]) }
                    return
                }
            } catch {
                let cause = (error as? ConnectionFailure)?.cause ?? error
                for next in group { next.call.fail(cause) }
                return
            }
        }
    }

    /// Runs all calls in one transaction, each undone alone if it throws.
    private func commit(_ group: Group) throws {
        let connection = try connect()
        let earlier = connection.statementCount
        defer {
            counters.withLock { $0.statements += connection.statementCount - earlier }
            // What makes a session read-only stays with it, long after the server takes writes again.
            if !connection.isAlive || connection.isReadOnly { self.connection = nil }
        }
        do {
            try connection.begin()
            let isSeparated = isSeparated.withLock { $0 }
            for next in group {
                do {
                    try connection.savepoint {
                        try connection.act(for: next.tenant, lock: true, isSeparated: isSeparated)
                        try next.call.perform(on: connection)
                    }
                } catch  where connection.isAlive && !connection.isAborted && !error.isConflict {
                    next.call.discard(error)
                }
            }
        } catch {
            guard connection.isAlive else {
                throw StorageError(
                    .unavailable, detail: "The connection to the database server broke; nothing was written.")
            }
            try connection.rollback()
            throw error
        }
        try end(connection)
    }

    private func connect() throws -> PostgreSQLConnection {
        if let connection { return connection }
        do {
            let opened = try PostgreSQLConnection(configuration)
            connection = opened
            return opened
        } catch {
            throw ConnectionFailure(cause: error)
        }
    }

    private func end(_ connection: PostgreSQLConnection) throws {
        do {
            try connection.commit()
        } catch  where !connection.isAlive {
            throw StorageError(
                .uncertain,
                detail:
                    "The connection to the database server broke during a commit: the write may have been kept or not.")
        }
    }
}

extension TenantCall {
    fileprivate var order: Int64 { tenant ?? 0 }
}

extension StorageError {
    /// Whether nothing was kept and the same calls may succeed at once.
    fileprivate var isWorthRepeating: Bool { code == .conflict || code == .unavailable }
}

extension Error {
    fileprivate var isConflict: Bool { (self as? StorageError)?.code == .conflict }
}
