/// How a SQLite database is opened; the defaults suit a server.
package struct SQLiteConfiguration: Sendable {
    /// When a commit counts as done.
    package enum Durability: String, Sendable {
        /// When the disk says that it holds the write.
        case full = "FULL"
        /// When the operating system has the write: survives the death of the process, not of the machine.
        case process = "OFF"

        /// What SQLite itself waits for when the writer commits: `CommitFlusher` flushes in its place.
        var ofWriter: String { self == .full ? "NORMAL" : rawValue }
    }

    /// The database's name inside the data folder; default `tidings.sqlite`.
    package var fileName = "tidings.sqlite"
    /// When a commit counts as done; default `.full`.
    ///
    /// Tests that do not test durability may choose `.process`.
    package var durability: Durability = .full
    /// How many threads read at the same time; default 3, at least 1.
    package var readerCount = 3
    /// Memory for pages of the writing connection, in KiB; default 64 MiB.
    package var writerCacheKibibytes = 65_536
    /// Memory for pages of each reading connection, in KiB; default 8 MiB.
    package var readerCacheKibibytes = 8_192
    /// How long a statement waits for a lock held by another process, such as a backup; default 5 s.
    package var busyTimeout: Duration = .seconds(5)
    /// How many writes share one commit at most; default 1,024.
    package var groupLimit = 1_024
    /// After how much work a group is committed although more writes wait; default 5 ms.
    package var groupDuration: Duration = .milliseconds(5)
    /// From how many pages of write-ahead log on it is copied into the file in the background; default 8,000 (31 MiB).
    package var checkpointPageCount = 8_000
    /// At how many pages of write-ahead log writers wait until it is copied; default 65,536 (256 MiB).
    package var checkpointPageLimit = 65_536
    /// How many flushes overlap at most; default 8, at least 1.
    package var flushLimit = 8
    /// How much longer each flush takes, to see what a slow disk does; default zero.
    package var flushDelay: Duration = .zero
    /// How many compiled statements each connection keeps; default 256.
    package var statementCacheLimit = 256

    /// Makes a configuration with all defaults.
    package init() {}
}
