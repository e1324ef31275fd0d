import Foundation
import Storage

/// A folder of its own for one test, removed afterwards.
func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// An open database in a folder of its own, closed and removed afterwards.
func withDatabase<Result>(
    _ configuration: SQLiteConfiguration = SQLiteConfiguration(), script: String = "",
    _ body: (SQLiteDatabase) async throws -> Result
) async throws -> Result {
    try await withTemporaryFolder { folder in
        let database = try await SQLiteDatabase.open(folder: folder, configuration)
        if !script.isEmpty { try await database.write { try $0.run(script: script) } }
        do {
            let result = try await body(database)
            await database.close()
            return result
        } catch {
            await database.close()
            throw error
        }
    }
}
