package import Foundation
package import Storage

/// A copy of the data folder's database, made while a server may run on it.
package enum DataBackup {
    /// Copies the database and verifies the copy.
    ///
    /// - Parameters:
    ///   - dataDirectory: The data folder.
    ///   - destination: The file to write; nothing may be there.
    ///   - progress: Hears of the part that is copied, from 0 to 1.
    /// - Returns: What was copied.
    /// - Throws: `StorageError`; then there is no copy.
    package static func copy(
        dataDirectory: String, to destination: URL, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> SQLiteBackup.Outcome {
        try await SQLiteBackup.copy(
            folder: URL(fileURLWithPath: dataDirectory, isDirectory: true), to: destination, progress: progress)
    }
}
