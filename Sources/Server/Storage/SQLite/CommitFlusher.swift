import CSQLite
import Foundation
import Locking

/// Waits for the disk in the writer's place, which goes on meanwhile: one flush answers all commits since the last one.
///
/// The writer's commits are whole in the write-ahead log and seen by others before they are flushed; who asked for one
/// hears of it afterwards. A log is read from its beginning after a crash, so a commit never survives an earlier one that
/// did not.
final class CommitFlusher: Sendable {
    private let commits = Mailbox<[WriteCall]>()
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - failure: Set when the disk has failed. What the system could not write is lost to it, and a later flush says
    ///     nothing of it: only reading the log anew, at the next start, tells what there is. Nobody writes or reads then.
    ///   - flush: Waits until the disk holds the log, and answers what went wrong.
    init(failure: Locked<StorageError?>, flush: @escaping @Sendable () -> StorageError?) {
        let (commits, hasEnded) = (commits, hasEnded)
        _ = StorageThread(name: "storage-flush") {
            while true {
                let waiting = commits.take(limit: .max)
                if waiting.isEmpty { break }
                let error = failure.withLock { $0 } ?? flush()
                if let error { failure.withLock { $0 = error } }
                let answer = error.map {
                    StorageError(
                        .uncertain, detail: "The disk failed during a commit: the write may have been kept or not.",
                        nativeCode: $0.nativeCode)
                }
                for call in waiting.joined() { if let answer { call.fail(answer) } else { call.deliver() } }
            }
            hasEnded.signal()
        }
    }

    /// Answers the calls of a commit once the disk holds it.
    func flush(_ calls: some Sequence<WriteCall>) { _ = commits.post(Array(calls)) }

    /// Returns when everybody was answered.
    func finish() {
        commits.close()
        hasEnded.wait()
    }
}

/// The open file of the write-ahead log, as SQLite sees it.
struct SQLiteLog: @unchecked Sendable {
    // Flushing touches the descriptor only, which SQLite keeps as long as the connection.
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let sync: @convention(c) (UnsafeMutablePointer<sqlite3_file>?, Int32) -> Int32

    init?(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let sync = file.pointee.pMethods?.pointee.xSync else { return nil }
        self.file = file
        self.sync = sync
    }

    /// Waits until the disk holds what was written.
    ///
    /// - Returns: What went wrong.
    func flush() -> StorageError? {
        let status = sync(file, SQLITE_SYNC_NORMAL)
        guard status != SQLITE_OK else { return nil }
        return StorageError(
            .inputOutput,
            detail:
                "The disk could not keep what was written. Check it and restart the server, which reads what is left.",
            nativeCode: Int(status))
    }
}
