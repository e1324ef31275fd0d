import CSQLite
import Foundation
import Glibc
import Locking

extension SQLiteDatabase {
    /// Starts the writing thread and, once the file is open, the others.
    ///
    /// - Parameters:
    ///   - configuration: How the file is opened.
    ///   - ready: Gets the database, or why it cannot be opened; called once.
    func start(
        _ configuration: SQLiteConfiguration, ready: @escaping @Sendable (Result<SQLiteDatabase, any Error>) -> Void
    ) {
        // The threads own the mailboxes and not the database, so a forgotten database ends them.
        let starting = Locked<SQLiteDatabase?>(self)
        let (writes, checkpoints, counters, copyFinished) = (writes, checkpoints, counters, copyFinished)
        let (folder, isAlone, failure) = (folder, isAlone, failure)
        let path = folder.appendingPathComponent(configuration.fileName).path
        let writer = StorageThread(name: "storage-write") {
            let database = starting.withLock { database in
                defer { database = nil }
                return database
            }
            do {
                let claim = isAlone ? try DataFolderLock(folder: folder) : nil
                try Self.createFile(path, isNew: isAlone)
                let connection = try SQLiteConnection.writer(path: path, configuration)
                let group = try GroupCommit(
                    connection, configuration, counters, copyFinished: copyFinished, failure: failure)
                database?.startReaders(path: path, configuration)
                if let database { ready(.success(database)) }
                group.run(writes) { _ = checkpoints.post(()) }
                // Nobody else is left in an orderly stop; otherwise the next start replays the log.
                if isAlone { _ = try? connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE) }
                _ = consume claim
            } catch {
                ready(.failure(error))
            }
        }
        others.withLock { $0.append(writer) }
    }

    private func startReaders(path: String, _ configuration: SQLiteConfiguration) {
        let (reads, failure) = (reads, failure)
        let threads = (1...max(1, configuration.readerCount)).map { number in
            StorageThread(name: "storage-read-\(number)") { Self.serve(reads, path: path, configuration, failure) }
        }
        readers.withLock { $0 = threads }
        let (checkpoints, counters, copyFinished) = (checkpoints, counters, copyFinished)
        let copier = StorageThread(name: "storage-copy") {
            Self.serve(checkpoints, path: path, configuration, counters, copyFinished)
        }
        others.withLock { $0.append(copier) }
    }

    /// A reading thread's work until the mailbox is closed.
    private static func serve(
        _ reads: Mailbox<any DatabaseCall<any ReadConnection>>, path: String, _ configuration: SQLiteConfiguration,
        _ failure: Locked<StorageError?>
    ) {
        // Opened when it is first needed: each costs memory that an idle server does without.
        var opened: SQLiteConnection?
        while let call = reads.take(limit: 1).first {
            do {
                let connection = try opened ?? SQLiteConnection.reader(path: path, configuration)
                opened = connection
                // What the disk did not keep must not be told to anybody.
                if let error = failure.withLock({ $0 }) { throw error }
                try connection.snapshot { try? call.perform(on: connection) }
                call.deliver()
            } catch {
                call.fail(error)
            }
        }
    }

    /// The work of the thread that copies the write-ahead log, until the mailbox is closed.
    private static func serve(
        _ checkpoints: Mailbox<Void>, path: String, _ configuration: SQLiteConfiguration,
        _ counters: Locked<SQLiteStatistics>, _ copyFinished: Locked<Bool>
    ) {
        var opened: SQLiteConnection?
        while !checkpoints.take(limit: .max).isEmpty {
            let outcome = Result {
                let connection = try opened ?? SQLiteConnection.copier(path: path, configuration)
                opened = connection
                try connection.checkpoint(SQLITE_CHECKPOINT_PASSIVE)
            }
            copyFinished.withLock { $0 = true }
            counters.withLock {
                switch outcome {
                case .success:
                    $0.checkpoints += 1
                    $0.checkpointError = nil
                case .failure(let error):
                    $0.checkpointError = (error as? StorageError)?.code ?? .other
                }
            }
        }
    }

    /// Makes the file readable by its owner only, before SQLite would create it for everybody.
    private static func createFile(_ path: String, isNew: Bool) throws(StorageError) {
        let descriptor = Glibc.open(path, O_RDWR | (isNew ? O_CREAT : 0) | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw StorageError(
                errno == ENOSPC ? .diskFull : .cannotOpen,
                detail:
                    "The database \(path) cannot be opened: \(reason). Check the owner and mode of the data folder.",
                nativeCode: Int(errno))
        }
        Glibc.close(descriptor)
    }
}
