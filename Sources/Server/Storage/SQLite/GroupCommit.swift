import CSQLite
import Foundation
import Locking

typealias WriteCall = any DatabaseCall<any WriteConnection>

/// The writer's loop: many calls share one transaction, and callers are answered after its commit.
///
/// Lives on the writer's thread.
final class GroupCommit {
    private let connection: SQLiteConnection
    private let configuration: SQLiteConfiguration
    private let counters: Locked<SQLiteStatistics>
    private let logPages = LogPageCounter()
    private var checkpoints: CheckpointPolicy
    /// Set by the copying thread whenever it is through.
    private let copyFinished: Locked<Bool>
    /// Nil where nobody waits for the disk.
    private let flusher: CommitFlusher?
    /// Why nothing can be kept any more; nil while the disk works.
    private let failure: Locked<StorageError?>

    init(
        _ connection: SQLiteConnection, _ configuration: SQLiteConfiguration, _ counters: Locked<SQLiteStatistics>,
        copyFinished: Locked<Bool>, failure: Locked<StorageError?>
    ) throws {
        self.copyFinished = copyFinished
        self.failure = failure
        if configuration.durability == .full {
            let logs = try (0..<max(1, configuration.flushLimit)).map { _ in try connection.openLog() }
            flusher = CommitFlusher(logs, failure: failure)
        } else {
            flusher = nil
        }
        checkpoints = CheckpointPolicy(
            pageCount: configuration.checkpointPageCount, pageLimit: configuration.checkpointPageLimit)
        self.connection = connection
        self.configuration = configuration
        self.counters = counters
        connection.countLogPages(in: logPages)
    }

    /// Serves the mailbox until it is closed and empty.
    ///
    /// - Parameters:
    ///   - mailbox: Where the writes come in.
    ///   - requestCopy: Called when the write-ahead log has grown enough to be copied.
    func run(_ mailbox: Mailbox<WriteCall>, requestCopy: () -> Void) {
        while true {
            var calls = mailbox.take(limit: configuration.groupLimit)[...]
            if calls.isEmpty { break }
            while !calls.isEmpty { calls = commitGroup(calls) }
            keepLogShort(requestCopy: requestCopy)
        }
        flusher?.finish()
    }

    private func keepLogShort(requestCopy: () -> Void) {
        let copyFinished = copyFinished.withLock { finished in
            defer { finished = false }
            return finished
        }
        switch checkpoints.committed(logPages: logPages.pages, copyFinished: copyFinished) {
        case .nothing: break
        case .requestCopy: requestCopy()
        // Failures are not ours to report here: the log stays longer, and the copying thread notes the reason.
        case .finishCopy: _ = try? connection.checkpoint(SQLITE_CHECKPOINT_PASSIVE)
        case .forceRestart: _ = try? connection.checkpoint(SQLITE_CHECKPOINT_RESTART)
        }
    }

    /// Runs as many calls as fit into one transaction, commits, and answers them.
    ///
    /// - Returns: The calls that are left for the next transaction.
    private func commitGroup(_ calls: ArraySlice<WriteCall>) -> ArraySlice<WriteCall> {
        var performed = calls.startIndex
        do {
            if let error = failure.withLock({ $0 }) { throw error }
            try connection.control("begin immediate")
            let deadline = ContinuousClock.now + configuration.groupDuration
            repeat {
                let call = calls[performed]
                performed += 1
                do {
                    try connection.savepoint { try call.perform(on: connection) }
                } catch  where connection.isInTransaction {
                    call.discard(error)
                    // Undone alone. The caller still waits for the commit: its error may rest on a neighbour's write.
                }
            } while performed < calls.endIndex && ContinuousClock.now < deadline
            try connection.control("commit")
        } catch {
            undo(calls[..<performed], of: calls, error)
            return calls[max(performed, calls.startIndex + 1)...]
        }
        counters.withLock {
            $0.commits += 1
            $0.writes += performed - calls.startIndex
        }
        if let flusher {
            flusher.flush(calls[..<performed])
        } else {
            for call in calls[..<performed] { call.deliver() }
        }
        return calls[performed...]
    }

    private static let rolledBack = StorageError(
        .rolledBack, detail: "The write was undone because another one in its transaction failed. Try it again.")

    private func undo(_ performed: ArraySlice<WriteCall>, of calls: ArraySlice<WriteCall>, _ cause: any Error) {
        if connection.isInTransaction { try? connection.control("rollback") }
        // When not even `begin` worked, the first call takes the blame so that the rest is tried again.
        let failed = performed.isEmpty ? calls.prefix(1) : performed
        // A failing disk concerns everybody; what else a closure threw is for its own caller only.
        let shared = (cause as? StorageError) ?? Self.rolledBack
        for call in failed.dropLast() { call.fail(shared) }
        failed.last?.fail(cause)
    }
}
