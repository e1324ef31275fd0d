/// What a PostgreSQL database has done for this server since it was opened.
package struct PostgreSQLStatistics: Sendable, Equatable {
    /// Transactions committed.
    package var commits = 0
    /// Writes that these transactions carried, failed ones included.
    package var writes = 0
    /// Statements sent by the connections that write, those that begin and end transactions included.
    package var statements = 0
    /// Transactions that were run again because others were in the way or the connection broke.
    package var repeats = 0
}
