import Locking

/// The loop of a thread that reads: each call sees one state, and is run again if its connection broke.
final class PostgreSQLReader {
    private let configuration: PostgreSQLConfiguration
    private let isSeparated: Locked<Bool>
    private var connection: PostgreSQLConnection?

    init(_ configuration: PostgreSQLConfiguration, isSeparated: Locked<Bool>) {
        self.configuration = configuration
        self.isSeparated = isSeparated
    }

    /// Serves the mailbox until it is closed and empty.
    func run(_ reads: Mailbox<TenantCall<any ReadConnection>>) {
        while let next = reads.take(limit: 1).first { serve(next) }
    }

    private func serve(_ next: TenantCall<any ReadConnection>) {
        do {
            do {
                try perform(next)
            } catch  where connection?.isAlive == false {
                // The server was restarted since the last call; a second failure is the caller's to know.
                connection = nil
                try perform(next)
            }
            next.call.deliver()
        } catch {
            if connection?.isAlive == false { connection = nil }
            next.call.fail(error)
        }
    }

    private func perform(_ next: TenantCall<any ReadConnection>) throws {
        let connection = try self.connection ?? PostgreSQLConnection(configuration)
        self.connection = connection
        try connection.snapshot(for: next.tenant, isSeparated: isSeparated.withLock { $0 }) {
            try next.call.perform(on: connection)
        }
    }
}
