import CPostgreSQL
import Glibc

/// An open connection to a PostgreSQL server in pipeline mode, closed when it goes out of scope.
struct PostgreSQLHandle: ~Copyable {
    let pointer: OpaquePointer

    /// Connects, to the first host of the URL that takes writes.
    init(_ configuration: PostgreSQLConfiguration) throws(StorageError) {
        // What stands before the URL is a default that it may change; what stands behind it is not up to it.
        let parameters: KeyValuePairs = [
            "connect_timeout": "5", "tcp_user_timeout": "15000", "keepalives_idle": "10", "keepalives_interval": "5",
            "target_session_attrs": "read-write", "fallback_application_name": "tidings",
            "dbname": configuration.url, "client_encoding": "UTF8",
        ]
        let keys = parameters.map { strdup($0.key) }
        let values = parameters.map { strdup($0.value) }
        defer { for text in keys + values { free(text) } }
        let opened = (keys + [nil]).map { UnsafePointer($0) }.withUnsafeBufferPointer { keys in
            (values + [nil]).map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
                PQconnectdbParams(keys.baseAddress, values.baseAddress, 1)
            }
        }
        guard let opened else { throw StorageError(.outOfMemory, detail: "Memory ran out while connecting.") }
        guard PQstatus(opened) == CONNECTION_OK else {
            let detail = Self.sentence(opened)
            PQfinish(opened)
            throw StorageError(.unavailable, detail: detail)
        }
        let version = PQserverVersion(opened) / 10_000
        guard version >= 15 else {
            PQfinish(opened)
            throw StorageError(
                .cannotOpen, detail: "The database server is PostgreSQL \(version); 15 or later is needed.")
        }
        PQsetNoticeProcessor(opened, { _, _ in }, nil)
        pointer = opened
    }

    deinit { PQfinish(pointer) }

    /// Runs statements that take no values and whose rows nobody reads; not in pipeline mode.
    func execute(_ script: String) throws(StorageError) {
        guard let result = PQexec(pointer, script) else { throw lost() }
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY else {
            throw isAlive ? StorageError.postgreSQL(result, statement: script) : lost()
        }
    }

    /// Whether the connection was not seen to break.
    var isAlive: Bool { PQstatus(pointer) == CONNECTION_OK && PQsocket(pointer) >= 0 }

    /// What to say of a connection that broke; nothing of the open transaction was kept.
    func lost() -> StorageError {
        StorageError(.unavailable, detail: Self.sentence(pointer))
    }

    private static func sentence(_ pointer: OpaquePointer) -> String {
        // The text names host, database and role, never the password.
        let cause = String(cString: PQerrorMessage(pointer)).split(separator: "\n").joined(separator: " ")
        return """
            The database server cannot be used (\(cause.isEmpty ? "the connection broke" : cause)). Check that it runs \
            and that the database setting names it.
            """
    }
}
