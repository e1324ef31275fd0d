import CPostgreSQL
import Glibc

/// A connection with its prepared statements, owned by one thread.
///
/// What needs no answer of its own, such as `begin` or `savepoint`, is posted: it travels with the next statement that
/// does, so that a statement in a transaction costs one round trip.
final class PostgreSQLConnection {
    private let handle: PostgreSQLHandle
    private let configuration: PostgreSQLConfiguration
    private var statements: [String: PostgreSQLStatement] = [:]
    private var eachStatements: [String: PostgreSQLEachStatement] = [:]
    private var statementNumber = 0
    /// What was sent and not yet answered, in order.
    private var unanswered: [Sent] = []
    private var savepointDepth = 0
    /// How many statements were answered.
    private(set) var statementCount = 0
    /// Whether an error has made the transaction useless until it is rolled back, to a savepoint or as a whole.
    private(set) var isAborted = false

    /// Whether the server refused a write because it takes none; a new connection may find one that does.
    private(set) var isReadOnly = false

    /// Whether answers can no longer be told apart, or stay away.
    private var isLost = false

    private enum Sent {
        case command(String)
        case preparation(PostgreSQLStatement)
        case statement(PostgreSQLStatement)

        var sql: String {
            switch self {
            case .command(let sql): sql
            case .preparation(let statement), .statement(let statement): statement.sql
            }
        }
    }

    /// Connects.
    init(_ configuration: PostgreSQLConfiguration) throws(StorageError) {
        self.configuration = configuration
        handle = try PostgreSQLHandle(configuration)
        try handle.execute(
            """
            set statement_timeout = \(configuration.statementTimeout.milliseconds);
            set lock_timeout = \(configuration.lockTimeout.milliseconds);
            set idle_in_transaction_session_timeout = \(configuration.silenceTimeout.milliseconds);
            set default_transaction_isolation = 'read committed';
            set jit = off;
            """)
        PQenterPipelineMode(handle.pointer)
    }

    /// Whether the connection can be used for another transaction.
    var isAlive: Bool { handle.isAlive && !isLost }

    /// Runs `body` while the connection sees one unchanging state and cannot write.
    func snapshot(for tenant: Int64?, isSeparated: Bool, _ body: () throws -> Void) throws {
        try forgetStatements()
        try post("begin isolation level repeatable read read only")
        try act(for: tenant, lock: false, isSeparated: isSeparated)
        // The answer to the end is read with the next statement; the server acts on it at once.
        defer {
            if isAlive {
                try? post(isAborted ? "rollback" : "commit")
                isAborted = false
                PQflush(handle.pointer)
            }
        }
        try body()
    }

    /// Sends a command whose answer is read with that of the next statement.
    func post(_ sql: String) throws(StorageError) {
        guard PQsendQueryParams(handle.pointer, sql, 0, nil, nil, nil, nil, 1) == 1 else { throw lost() }
        unanswered.append(.command(sql))
    }

    /// Sends a command of ours that takes no values and waits for its answer.
    func control(_ sql: String) throws(StorageError) {
        try post(sql)
        _ = try answer()
    }

    /// Commits; after this nobody can undo it.
    func commit() throws(StorageError) {
        try post("commit")
        // A transaction that an error has spoilt is rolled back by `commit`, without an error.
        guard let answer = try answer(), String(cString: PQcmdStatus(answer.pointer)) == "COMMIT" else {
            throw StorageError(.rolledBack, detail: "The write was undone because a statement in it failed.")
        }
    }

    /// Undoes everything since `begin`.
    func rollback() throws(StorageError) {
        // The answers to what was sent before are errors, known already.
        _ = try? answer()
        try control("rollback")
        isAborted = false
    }

    /// Begins a transaction that writes.
    func begin() throws(StorageError) {
        try forgetStatements()
        isAborted = false
        try post("begin")
    }

    fileprivate func statement(_ sql: String) -> PostgreSQLStatement {
        if let known = statements[sql] { return known }
        statementNumber += 1
        let statement = PostgreSQLStatement(name: "t\(statementNumber)", sql, on: self)
        statements[sql] = statement
        return statement
    }

    /// The statement for all rows of a batch; the server tells the types of its values.
    func eachStatement(_ sql: String) throws(StorageError) -> PostgreSQLEachStatement {
        if let known = eachStatements[sql] { return known }
        let single = statement(sql)
        try sendPreparation(of: single)
        guard PQsendDescribePrepared(handle.pointer, single.name) == 1 else { throw lost() }
        unanswered.append(.command(sql))
        guard let answer = try answer() else {
            throw StorageError(.other, detail: "A statement got no answer.", statement: sql)
        }
        let types = (0..<PQnparams(answer.pointer)).map { PQparamtype(answer.pointer, $0) }
        var names: [String] = []
        for type in types {
            guard let name = PostgreSQLArray.names[type] else {
                throw StorageError(.invalidStatement, detail: "No array of the type \(type).", statement: sql)
            }
            names.append(name)
        }
        let each = PostgreSQLEachStatement(
            statement: statement(try PostgreSQLDialect.each(sql, types: names)), types: types)
        eachStatements[sql] = each
        return each
    }

    private func sendPreparation(of statement: PostgreSQLStatement) throws(StorageError) {
        guard !statement.isPrepared else { return }
        guard PQsendPrepare(handle.pointer, statement.name, statement.sql, 0, nil) == 1 else { throw lost() }
        unanswered.append(.preparation(statement))
    }

    /// Keeps the number of prepared statements within its limit; not while a closure may hold one.
    private func forgetStatements() throws(StorageError) {
        guard statements.count > configuration.statementCacheLimit else { return }
        try control("deallocate all")
        statements.removeAll()
        eachStatements.removeAll()
    }

    /// Sends a statement with its values and waits for its rows.
    func run(_ statement: PostgreSQLStatement) throws(StorageError) -> PostgreSQLResult {
        try sendPreparation(of: statement)
        guard statement.send(on: handle.pointer) else { throw lost() }
        unanswered.append(.statement(statement))
        guard let result = try answer() else {
            throw StorageError(.other, detail: "A statement got no answer.", statement: statement.sql)
        }
        return result
    }

    /// Waits for the answers to all that was sent.
    ///
    /// - Returns: The answer to the last statement.
    /// - Throws: The first error among them.
    private func answer() throws(StorageError) -> PostgreSQLResult? {
        guard PQpipelineSync(handle.pointer) == 1 else { throw lost() }
        var last: PostgreSQLResult?
        var failure: StorageError?
        var position = 0
        while true {
            try waitForInput()
            guard let pointer = PQgetResult(handle.pointer) else {
                // Each answer ends with nil, and so does a connection that has none left to give.
                guard isAlive, position < unanswered.count else { throw lost() }
                position += 1
                continue
            }
            let status = PQresultStatus(pointer)
            if status == PGRES_PIPELINE_SYNC {
                PQclear(pointer)
                break
            }
            guard position < unanswered.count else { throw lost() }
            let sent = unanswered[position]
            let result = PostgreSQLResult(owning: pointer, statement: sent.sql)
            switch status {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                if case .preparation(let statement) = sent { statement.isPrepared = true }
                last = result
            case PGRES_PIPELINE_ABORTED:
                break
            default:
                guard isAlive else { throw lost() }
                failure = failure ?? .postgreSQL(pointer, statement: sent.sql)
            }
        }
        statementCount += unanswered.count
        unanswered.removeAll(keepingCapacity: true)
        if let failure {
            isAborted = true
            isReadOnly = isReadOnly || failure.code == .readOnly
            throw failure
        }
        return last
    }

    /// Gives the connection up.
    private func lost() -> StorageError {
        isLost = true
        return handle.lost()
    }

    private func waitForInput() throws(StorageError) {
        // The server ends a statement that takes too long; silence for longer means that there is no server any more.
        let patience = configuration.statementTimeout + .seconds(10)
        while PQisBusy(handle.pointer) == 1 {
            var descriptor = pollfd(fd: PQsocket(handle.pointer), events: Int16(POLLIN), revents: 0)
            let ready = poll(&descriptor, 1, Int32(clamping: patience.milliseconds))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0, PQconsumeInput(handle.pointer) == 1 else {
                throw lost()
            }
        }
    }
}

extension PostgreSQLConnection: WriteConnection {
    var dialect: SQLDialect { .postgreSQL }

    func prepare(_ sql: String) throws(StorageError) -> any PreparedStatement { statement(sql) }

    @discardableResult
    func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        let name = "s\(savepointDepth)"
        try post("savepoint \(name)")
        savepointDepth += 1
        defer { savepointDepth -= 1 }
        do {
            let result = try body()
            if isAborted {
                throw StorageError(
                    .rolledBack, detail: "A statement failed and its error was kept from the transaction.")
            }
            try post("release \(name)")
            return result
        } catch {
            if isAlive {
                try post("rollback to \(name)")
                try control("release \(name)")
                isAborted = false
            }
            throw error
        }
    }

    func announceWork() throws(StorageError) {
        try post("select pg_notify('\(PostgreSQLListener.channel)', '\(configuration.node)')")
    }

    func run(script: String) throws(StorageError) {
        _ = try answer()
        PQexitPipelineMode(handle.pointer)
        defer { PQenterPipelineMode(handle.pointer) }
        do { try handle.execute(PostgreSQLDialect.script(script)) } catch {
            isAborted = true
            throw error
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
