package import Foundation
import Locking
package import Timekeeping

/// A SQLite file with one writing thread and several reading ones.
///
/// The folder belongs to one process at a time. A commit is on disk before its callers continue.
package final class SQLiteDatabase: Database {
    let writes = Mailbox<WriteCall>()
    let reads = Mailbox<any DatabaseCall<any ReadConnection>>()
    let checkpoints = Mailbox<Void>()
    let readers = Locked<[StorageThread]>([])
    let others = Locked<[StorageThread]>([])
    let counters = Locked(SQLiteStatistics())
    let copyFinished = Locked(false)
    /// Set when the disk has failed to keep a commit.
    let failure = Locked<StorageError?>(nil)

    /// Claims the folder and opens the file in it, creating both if they are missing.
    ///
    /// - Parameters:
    ///   - folder: The data folder; its mode becomes 0700 if it is created.
    ///   - configuration: How the file is opened.
    ///   - time: Virtual time stands still during a call.
    ///   - isAlone: Whether to claim the folder; false opens an existing file beside the server that has claimed it, for
    ///     a few short calls.
    /// - Returns: The open database, which holds the folder until it is closed.
    /// - Throws: `in_use`, `cannot_open`, `read_only` or `corrupt`, with a sentence for the operator.
    package static func open(
        folder: URL, _ configuration: SQLiteConfiguration = SQLiteConfiguration(), time: any TimeSource = SystemTime(),
        isAlone: Bool = true
    ) async throws -> SQLiteDatabase {
        try await withCheckedThrowingContinuation { continuation in
            let database = SQLiteDatabase(folder: folder, time: time, isAlone: isAlone)
            database.start(configuration) { continuation.resume(with: $0) }
        }
    }

    /// The data folder.
    package let folder: URL
    private let time: any TimeSource
    /// Whether the folder is claimed.
    let isAlone: Bool

    private init(folder: URL, time: any TimeSource, isAlone: Bool) {
        self.folder = folder
        self.time = time
        self.isAlone = isAlone
    }

    deinit { closeMailboxes() }

    /// Runs `body` on one of the reading threads.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReadConnection) throws -> Value
    ) async throws -> Value {
        // The hold ends on the caller's own thread of work, so that no gap lets virtual time slip through.
        let hold = time.hold("storage read")
        defer { hold.release() }
        return try await withCheckedThrowingContinuation { continuation in
            let call = PendingCall(body) { continuation.resume(with: $0) }
            if !reads.post(call) { call.fail(Self.closedError) }
        }
    }

    /// Runs `body` on the writing thread and returns after the commit that it shares with others.
    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteConnection) throws -> Value
    ) async throws -> Value {
        // The hold ends on the caller's own thread of work, so that no gap lets virtual time slip through.
        let hold = time.hold("storage write")
        defer { hold.release() }
        return try await withCheckedThrowingContinuation { continuation in
            let call = PendingCall(body) { continuation.resume(with: $0) }
            if !writes.post(call) { call.fail(Self.closedError) }
        }
    }

    /// Finishes what was asked for, empties the write-ahead log and gives up the folder.
    package func close() async {
        // The writer goes last: alone it can empty the write-ahead log, and only then is the folder given up.
        reads.close()
        for thread in readers.withLock({ $0 }) { await thread.finish() }
        closeMailboxes()
        for thread in others.withLock({ $0 }) { await thread.finish() }
    }

    /// What it has done since it was opened.
    package func statistics() -> SQLiteStatistics { counters.withLock { $0 } }

    /// How many writes wait for the writer.
    package var queuedWriteCount: Int { writes.count }

    private static let closedError = StorageError(
        .closed, detail: "The database is closed because the server is stopping.")

    private func closeMailboxes() {
        reads.close()
        checkpoints.close()
        writes.close()
    }
}
