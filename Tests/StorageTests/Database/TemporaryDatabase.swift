import Foundation
import Storage
import StorageTestSupport

/// An open database in a folder of its own, closed and removed afterwards.
func withDatabase<Result>(
    _ configuration: SQLiteConfiguration = SQLiteConfiguration(), script: String = "",
    _ body: (SQLiteDatabase) async throws -> Result
) async throws -> Result {
    try await withTemporaryFolder { folder in
        let database = try await SQLiteDatabase.open(folder: folder, configuration)
        return try await database.closed {
            if !script.isEmpty { try await database.write { try $0.run(script: script) } }
            return try await body(database)
        }
    }
}
