import Foundation
import Storage

/// Where a server keeps its data.
enum BenchPlace {
    /// In a folder, with SQLite.
    case folder(URL)
    /// In a PostgreSQL database.
    case database(String)

    /// Opens it while no server runs on it; nothing has to survive the machine.
    func open() async throws -> any Database {
        switch self {
        case .folder(let folder):
            var configuration = SQLiteConfiguration()
            configuration.durability = .process
            return try await SQLiteDatabase.open(folder: folder, configuration)
        case .database(let url):
            return try await PostgreSQLDatabase.open(PostgreSQLConfiguration(url: url))
        }
    }

    /// Opens it, runs the closure, and closes it.
    func with<Result>(_ body: (any Database) async throws -> Result) async throws -> Result {
        let database = try await open()
        return try await database.closed { try await body(database) }
    }
}
