import CSQLite

/// The file of a connection's write-ahead log, opened once more to flush it.
///
/// The system tells an error to every descriptor that was open when it came, once: whoever flushes needs one of their own,
/// opened before the first write, to hear of all.
final class SQLiteLog: @unchecked Sendable {
    // Used by one thread at a time. SQLite itself locks nothing of this file, so closing it gives up nobody's lock.
    private let file: UnsafeMutablePointer<sqlite3_file>

    /// Opens it.
    ///
    /// - Parameters:
    ///   - path: Has to live as long as this.
    ///   - disk: Where the connection has it, too.
    /// - Throws: `cannot_open` if the system does not let us.
    init(path: UnsafePointer<CChar>, disk: UnsafeMutablePointer<sqlite3_vfs>) throws(StorageError) {
        let size = Int(disk.pointee.szOsFile)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        file = memory.assumingMemoryBound(to: sqlite3_file.self)
        // As one that may have been made just now: the first flush flushes the folder, too.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_WAL
        let status = disk.pointee.xOpen(disk, path, file, flags, nil)
        guard status == SQLITE_OK else {
            throw StorageError(.cannotOpen, detail: "The log cannot be opened once more.", nativeCode: Int(status))
        }
    }

    deinit {
        _ = file.pointee.pMethods?.pointee.xClose(file)
        UnsafeMutableRawPointer(file).deallocate()
    }

    /// Waits until the disk holds what was written.
    ///
    /// - Returns: What went wrong.
    func flush() -> StorageError? {
        let status = file.pointee.pMethods?.pointee.xSync(file, SQLITE_SYNC_NORMAL) ?? SQLITE_IOERR
        guard status != SQLITE_OK else { return nil }
        return StorageError(
            .inputOutput,
            detail:
                "The disk could not keep what was written. Check it and restart the server, which reads what is left.",
            nativeCode: Int(status))
    }
}
