internal import Foundation
internal import Metrics
internal import Storage
internal import Timekeeping

/// The database of a server, opened and with its schema up to date.
enum OpenDatabase: Sendable {
    /// A file in a folder that belongs to this process.
    case folder(SQLiteDatabase)
    /// A database server that other servers may use, too.
    case shared(PostgreSQLDatabase)

    /// Opens the PostgreSQL database if a URL is given, otherwise the one in the folder.
    ///
    /// A server that is frozen amid a transaction loses what it has locked after a quarter of the lease, so that the
    /// others can take its work over when the lease ends.
    ///
    /// - Parameters:
    ///   - folder: The data folder.
    ///   - url: The PostgreSQL database.
    ///   - lease: For how long nobody else takes what this server has begun.
    ///   - flushDelay: How much longer each flush of the file takes.
    ///   - time: The clocks.
    ///   - migrates: Whether to bring the schema up to date.
    /// - Returns: The open database.
    /// - Throws: `StorageError`, with a sentence for the operator.
    static func open(
        folder: String, url: String?, lease: Duration = .seconds(60), flushDelay: Duration = .zero,
        time: any TimeSource, migrates: Bool = true
    ) async throws -> OpenDatabase {
        var file = SQLiteConfiguration()
        file.flushDelay = flushDelay
        let opened: OpenDatabase =
            if let url {
                .shared(try await PostgreSQLDatabase.open(shared(url, lease: lease), time: time))
            } else {
                .folder(
                    try await SQLiteDatabase.open(
                        folder: URL(fileURLWithPath: folder, isDirectory: true), file, time: time))
            }
        do {
            if migrates { try await opened.database.migrate(Schema.sqlite, now: time.now) }
            return opened
        } catch {
            await opened.database.close()
            throw error
        }
    }

    /// Opens the database for a few short calls, beside a server that works on the folder.
    ///
    /// - Throws: `in_use` if that server is of another version.
    static func openBeside(folder: String, time: any TimeSource) async throws -> OpenDatabase {
        let database = try await SQLiteDatabase.open(
            folder: URL(fileURLWithPath: folder, isDirectory: true), time: time, isAlone: false)
        do {
            let pending = try Schema.sqlite.pending(after: try await database.appliedMigrations())
            guard pending.isEmpty else {
                throw StorageError(
                    .inUse,
                    detail: """
                        The server that runs on \(folder) is of another version than this tool. Use its own, or stop it \
                        to upgrade.
                        """)
            }
            return .folder(database)
        } catch {
            await database.close()
            throw error
        }
    }

    private static func shared(_ url: String, lease: Duration) -> PostgreSQLConfiguration {
        var configuration = PostgreSQLConfiguration(url: url)
        configuration.silenceTimeout = max(.seconds(1), lease / 4)
        return configuration
    }

    /// The database itself.
    var database: any Database {
        switch self {
        case .folder(let database): database
        case .shared(let database): database
        }
    }

    /// Whether other servers may work on it.
    var isShared: Bool {
        if case .shared = self { true } else { false }
    }

    /// Writes what it has done.
    func writeMetrics(to page: inout MetricsPage) {
        switch self {
        case .folder(let database): page.write(database.statistics())
        case .shared(let database): page.write(database.statistics())
        }
    }
}
