import CSQLite
import CSlowDisk

/// One SQLite connection with its compiled statements; it stays on the thread that made it.
final class SQLiteConnection {
    private let handle: SQLiteHandle
    private var statements: [String: SQLiteStatement] = [:]
    private let statementLimit: Int
    private var savepointDepth = 0

    private init(path: String, flags: Int32, cacheKibibytes: Int, _ configuration: SQLiteConfiguration)
        throws(StorageError)
    {
        let delay = configuration.flushDelay / .microseconds(1)
        handle = try SQLiteHandle(
            path: path, flags: flags, disk: delay > 0 ? tidings_slow_disk(UInt32(delay)) : nil)
        statementLimit = configuration.statementCacheLimit
        try handle.defineFunctions()
        sqlite3_busy_timeout(handle.pointer, Int32(configuration.busyTimeout / .milliseconds(1)))
        // The schema is ours, and its triggers call JSON functions, which SQLite would not run for a schema of others.
        try handle.execute(
            """
            pragma cache_size = -\(cacheKibibytes); pragma temp_store = memory; pragma foreign_keys = on;
            pragma trusted_schema = on;
            """)
    }

    /// Opens the connection that writes, creating the file if there is none.
    static func writer(path: String, _ configuration: SQLiteConfiguration) throws(StorageError) -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
            cacheKibibytes: configuration.writerCacheKibibytes, configuration)
        let mode = try connection.handle.pragma("journal_mode = wal")
        guard mode == "wal" else {
            throw StorageError(
                .cannotOpen,
                detail:
                    "The data folder's file system does not allow shared memory, which SQLite needs. Use a local disk.")
        }
        try connection.handle.execute(
            "pragma synchronous = \(configuration.durability.ofWriter); pragma wal_autocheckpoint = 0; pragma journal_size_limit = 67108864"
        )
        return connection
    }

    /// Opens a connection that can only read an existing file.
    static func reader(path: String, _ configuration: SQLiteConfiguration) throws(StorageError) -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: path, flags: SQLITE_OPEN_READWRITE, cacheKibibytes: configuration.readerCacheKibibytes, configuration)
        try connection.handle.execute("pragma query_only = on")
        return connection
    }

    /// Opens a connection that copies the write-ahead log.
    static func copier(path: String, _ configuration: SQLiteConfiguration) throws(StorageError) -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: path, flags: SQLITE_OPEN_READWRITE, cacheKibibytes: 64, configuration)
        try connection.handle.execute("pragma synchronous = \(configuration.durability.rawValue)")
        return connection
    }

    /// Runs `body` while the connection sees one unchanging state.
    func snapshot(_ body: () -> Void) throws {
        try control("begin")
        body()
        if isInTransaction { try control("commit") }
    }

    /// Whether a transaction is open; a severe error ends it behind our back.
    var isInTransaction: Bool { handle.isInTransaction }

    /// Runs a statement of ours that takes no values.
    func control(_ sql: String) throws { _ = try statement(sql).runAnywhere { _ in true } }

    /// Copies the write-ahead log into the file as far as readers allow.
    ///
    /// - Returns: Pages in the log and pages copied.
    @discardableResult
    func checkpoint(_ mode: Int32) throws(StorageError) -> (log: Int, copied: Int) {
        var log: Int32 = 0
        var copied: Int32 = 0
        let status = sqlite3_wal_checkpoint_v2(handle.pointer, nil, mode, &log, &copied)
        guard status == SQLITE_OK else { throw .sqlite(status, handle.pointer) }
        return (Int(log), Int(copied))
    }

    /// Opens the write-ahead log once more, for as long as the connection lives at most.
    ///
    /// - Throws: `cannot_open` if SQLite or the system does not let us.
    func openLog() throws -> SQLiteLog {
        // SQLite makes the log when it first reads.
        try control("select 1 from sqlite_schema limit 1")
        var disk: UnsafeMutablePointer<sqlite3_vfs>?
        let status = sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_VFS_POINTER, &disk)
        guard status == SQLITE_OK, let disk,
            let path = sqlite3_filename_wal(sqlite3_db_filename(handle.pointer, "main"))
        else {
            throw StorageError(.cannotOpen, detail: "SQLite does not name its log.", nativeCode: Int(status))
        }
        return try SQLiteLog(path: path, disk: disk)
    }

    /// Keeps the length of the write-ahead log, in pages, in `counter` after each commit.
    ///
    /// `counter` must live as long as the connection.
    func countLogPages(in counter: LogPageCounter) {
        sqlite3_wal_hook(
            handle.pointer,
            { context, _, _, pages in
                if let context {
                    Unmanaged<LogPageCounter>.fromOpaque(context).takeUnretainedValue().pages = Int(pages)
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(counter).toOpaque())
    }

    func statement(_ sql: String) throws(StorageError) -> SQLiteStatement {
        if let known = statements[sql] {
            // A query inside the rows of the same query needs a statement of its own.
            return known.isRunning ? try SQLiteStatement(sql, on: handle.pointer) : known
        }
        if statements.count >= statementLimit { statements = statements.filter { $0.value.isRunning } }
        let compiled = try SQLiteStatement(sql, on: handle.pointer)
        statements[sql] = compiled
        return compiled
    }
}

/// How long the write-ahead log was after the latest commit; touched on the writer's thread only.
final class LogPageCounter {
    var pages = 0
}

extension SQLiteConnection: WriteConnection {
    var dialect: SQLDialect { .sqlite }

    func prepare(_ sql: String) throws(StorageError) -> any PreparedStatement { try statement(sql) }

    @discardableResult
    func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        let name = "s\(savepointDepth)"
        try control("savepoint \(name)")
        savepointDepth += 1
        defer { savepointDepth -= 1 }
        do {
            let result = try body()
            try control("release \(name)")
            return result
        } catch {
            // After a full disk or the like SQLite has already undone the whole transaction.
            if isInTransaction {
                try control("rollback to \(name)")
                try control("release \(name)")
            }
            throw error
        }
    }

    func run(script: String) throws(StorageError) { try handle.execute(script) }

    func announceWork() {}
}
