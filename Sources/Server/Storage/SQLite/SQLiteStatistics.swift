/// What a SQLite database has done since it was opened.
package struct SQLiteStatistics: Sendable, Equatable {
    /// Transactions committed by the writer.
    package var commits = 0
    /// Writes that these transactions carried, failed ones included.
    package var writes = 0
    /// How often the write-ahead log was copied into the file.
    package var checkpoints = 0
    /// The latest failure to copy it, until a copy succeeds.
    package var checkpointError: StorageError.Code?
}
