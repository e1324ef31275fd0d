public import Foundation
package import Storage
package import Timekeeping

/// An open database of the engine that the test runs on, alone on its data.
package struct TestDatabase: Sendable {
    /// The database; it is closed and removed after the test.
    package let database: any Database
    /// Opens the same data once more, as another server would; PostgreSQL only.
    package let url: String?

    /// Opens an empty database, runs `body`, and removes it.
    package static func with<Result>(
        script: String = "", time: any TimeSource = SystemTime(), _ body: (TestDatabase) async throws -> Result
    ) async throws -> Result {
        switch Engine.current {
        case .sqlite:
            return try await withTemporaryFolder { folder in
                var settings = SQLiteConfiguration()
                settings.durability = .process
                let database = try await SQLiteDatabase.open(folder: folder, settings, time: time)
                return try await run(TestDatabase(database: database, url: nil), script, body)
            }
        case .postgreSQL:
            let url = try await TestServer.shared.database()
            let result = await Swift.Result<Result, any Error>.catching {
                let database = try await PostgreSQLDatabase.open(PostgreSQLConfiguration(url: url), time: time)
                return try await run(TestDatabase(database: database, url: url), script, body)
            }
            await TestServer.shared.giveBack(url)
            return try result.get()
        }
    }

    private static func run<Result>(
        _ test: TestDatabase, _ script: String, _ body: (TestDatabase) async throws -> Result
    ) async throws -> Result {
        try await test.database.closed {
            if !script.isEmpty { try await test.database.write { try $0.run(script: script) } }
            return try await body(test)
        }
    }
}

/// A folder of its own for one test, removed afterwards.
public func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

extension Result where Failure == any Error {
    fileprivate static func catching(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
