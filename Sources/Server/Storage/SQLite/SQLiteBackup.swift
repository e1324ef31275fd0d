import CSQLite
package import Foundation
import Glibc

/// A copy of a SQLite database that is in use.
package enum SQLiteBackup {
    private static let pagesPerStep: Int32 = 1_000

    /// What was copied.
    package struct Outcome: Sendable, Equatable {
        /// How many bytes the copy has.
        package let bytes: Int
        /// The number of the last step of its schema.
        package let schema: Int
    }

    /// Copies the database of a data folder as it is at this moment, and verifies the copy.
    ///
    /// A server may read and write meanwhile. The copy appears under its name when it is whole and on disk, or not at all;
    /// it is readable by its owner only.
    ///
    /// - Parameters:
    ///   - folder: The data folder.
    ///   - destination: The file to write; nothing may be there.
    ///   - progress: Hears of the part that is copied, from 0 to 1.
    /// - Returns: What was copied.
    /// - Throws: `StorageError`; then there is no copy.
    package static func copy(
        folder: URL, to destination: URL, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> Outcome {
        // Copying blocks for as long as the disk takes.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try copy(folder, destination, progress) })
            }
        }
    }

    private static func copy(
        _ folder: URL, _ destination: URL, _ progress: (Double) -> Void
    ) throws -> Outcome {
        guard access(destination.path, F_OK) != 0 else {
            throw StorageError(
                .cannotOpen, detail: "There is a file at \(destination.path) already. Name another place for the copy.")
        }
        let partial = destination.path + ".\(getpid()).partial"
        defer { unlink(partial) }
        let descriptor = Glibc.open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("written", destination.path) }
        defer { close(descriptor) }
        let source = folder.appendingPathComponent(SQLiteConfiguration().fileName).path
        guard access(source, F_OK) == 0 else {
            throw StorageError(.cannotOpen, detail: "There is no database in \(folder.path). Check the data folder.")
        }
        try copyPages(from: source, to: partial, progress)
        let schema = try verify(partial)
        guard fsync(descriptor) == 0 else { throw failure("written", destination.path) }
        // Unlike a rename, a link never replaces what somebody else has put there since.
        guard link(partial, destination.path) == 0 else { throw failure("written", destination.path) }
        flush(destination.deletingLastPathComponent().path)
        var facts = stat()
        _ = fstat(descriptor, &facts)
        return Outcome(bytes: Int(facts.st_size), schema: schema)
    }

    private static func copyPages(from source: String, to target: String, _ progress: (Double) -> Void) throws {
        let from = try SQLiteHandle(path: source, flags: SQLITE_OPEN_READWRITE, disk: nil)
        sqlite3_busy_timeout(from.pointer, 5_000)
        // The snapshot of an open transaction keeps the copy from beginning anew with each write of the server.
        try from.execute("pragma query_only = on; begin; select count(*) from sqlite_schema")
        let to = try SQLiteHandle(path: target, flags: SQLITE_OPEN_READWRITE, disk: nil)
        guard let backup = sqlite3_backup_init(to.pointer, "main", from.pointer, "main") else {
            throw StorageError.sqlite(sqlite3_errcode(to.pointer), to.pointer)
        }
        var status = SQLITE_OK
        while status == SQLITE_OK || status == SQLITE_BUSY || status == SQLITE_LOCKED {
            status = sqlite3_backup_step(backup, pagesPerStep)
            let count = Double(max(1, sqlite3_backup_pagecount(backup)))
            progress(1 - Double(sqlite3_backup_remaining(backup)) / count)
        }
        let end = sqlite3_backup_finish(backup)
        guard status == SQLITE_DONE, end == SQLITE_OK else {
            throw StorageError.sqlite(status == SQLITE_DONE ? end : status, to.pointer)
        }
        // One file, without a log beside it.
        guard try to.pragma("journal_mode = delete") == "delete" else {
            throw StorageError(.other, detail: "The copy could not be made a single file.")
        }
    }

    private static func verify(_ path: String) throws -> Int {
        let copy = try SQLiteHandle(path: path, flags: SQLITE_OPEN_READWRITE, disk: nil)
        let verdict = try copy.pragma("integrity_check(1)")
        guard verdict == "ok" else {
            throw StorageError(
                .corrupt, detail: "The copy is damaged (\(verdict)), so the database is. Restore an older backup.")
        }
        let statement = try SQLiteStatementHandle(
            "select coalesce(max(version), 0) from schema_migrations", on: copy.pointer)
        guard sqlite3_step(statement.pointer) == SQLITE_ROW else {
            throw StorageError(.cannotOpen, detail: "This is not a database of Tidings.")
        }
        return Int(sqlite3_column_int64(statement.pointer, 0))
    }

    private static func failure(_ what: String, _ path: String) -> StorageError {
        let reason = String(cString: strerror(errno))
        return StorageError(
            errno == ENOSPC ? .diskFull : .cannotOpen,
            detail: "The copy \(path) cannot be \(what): \(reason). Check the folder and its space.",
            nativeCode: Int(errno))
    }

    /// Makes the name of the copy as durable as the copy.
    private static func flush(_ folder: String) {
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }
}
