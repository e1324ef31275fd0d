import CSQLite
import Foundation
import Locking

/// Counts what SQLite flushes, and makes it fail, for the files below a folder.
///
/// It stands between SQLite and the operating system for the whole test process, and lets all other files through.
final class FaultyDisk: Sendable {
    private struct State {
        var flushes = 0
        var flushedFiles: Set<UInt> = []
        var failure: (@Sendable (Int) -> Int32?)?
        var writeFailure: Int32?
    }

    private struct Table {
        var folders: [(prefix: String, disk: FaultyDisk)] = []
        var disks: [UnsafeMutableRawPointer: FaultyDisk] = [:]
        var methods: [UnsafeRawPointer: UnsafeMutablePointer<sqlite3_io_methods>] = [:]
        var originals: [UnsafeRawPointer: sqlite3_io_methods] = [:]
    }

    private let state = Locked(State())
    // SQLite calls from many threads; what the table points at lives as long as the process.
    private static let table = Locked(unchecked: Table())
    // Unsafe: only read.
    nonisolated(unsafe) private static let base: UnsafeMutablePointer<sqlite3_vfs> = sqlite3_vfs_find(nil)

    /// Takes over for files whose path begins with `folder`.
    init(folder: String) {
        Self.install
        Self.guarded { $0.folders.append((prefix: folder, disk: self)) }
    }

    /// How often a file was flushed.
    var flushes: Int { state.withLock { $0.flushes } }

    /// How many open files were flushed.
    var flushedFileCount: Int { state.withLock { $0.flushedFiles.count } }

    /// Makes every flush fail with a SQLite code, or none.
    func failFlushes(with code: Int32?) { state.withLock { $0.failure = { _ in code } } }

    /// Asks `body` about every flush from now on, by number from 1: it may take its time, and fail it with a SQLite code.
    func atFlush(_ body: @escaping @Sendable (Int) -> Int32?) {
        state.withLock { state in
            state.flushes = 0
            state.flushedFiles = []
            state.failure = body
        }
    }

    /// Makes every write fail with a SQLite code, or none.
    func failWrites(with code: Int32?) { state.withLock { $0.writeFailure = code } }

    private static func guarded<Result>(_ body: (inout Table) -> Result) -> Result {
        table.withLockUnchecked(body)
    }

    private static let install: Void = {
        let copy = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        copy.initialize(to: base.pointee)
        copy.pointee.pNext = nil
        copy.pointee.xOpen = { _, name, file, flags, outFlags in
            let status = FaultyDisk.base.pointee.xOpen(FaultyDisk.base, name, file, flags, outFlags)
            guard status == SQLITE_OK, let name, let file, let methods = file.pointee.pMethods else { return status }
            FaultyDisk.wrap(file, methods, path: String(cString: name))
            return status
        }
        "faulty".withCString { name in
            copy.pointee.zName = UnsafePointer(strdup(name))
        }
        sqlite3_vfs_register(copy, 1)
    }()

    private static func wrap(
        _ file: UnsafeMutablePointer<sqlite3_file>, _ methods: UnsafePointer<sqlite3_io_methods>, path: String
    ) {
        guarded { table in
            guard let disk = table.folders.last(where: { path.hasPrefix($0.prefix) })?.disk else {
                table.disks[file] = nil
                return
            }
            table.disks[file] = disk
            if let known = table.methods[methods] {
                file.pointee.pMethods = UnsafePointer(known)
                return
            }
            let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
            copy.initialize(to: methods.pointee)
            copy.pointee.xSync = { file, flags in
                guard let file, let (disk, original) = FaultyDisk.find(file) else { return SQLITE_IOERR }
                if let failure = disk.flush(file: UInt(bitPattern: file)) { return failure }
                return original.xSync(file, flags)
            }
            copy.pointee.xWrite = { file, bytes, count, offset in
                guard let file, let (disk, original) = FaultyDisk.find(file) else { return SQLITE_IOERR }
                if let failure = disk.state.withLock({ $0.writeFailure }) { return failure }
                return original.xWrite(file, bytes, count, offset)
            }
            table.methods[methods] = copy
            table.originals[copy] = methods.pointee
            file.pointee.pMethods = UnsafePointer(copy)
        }
    }

    private static func find(_ file: UnsafeMutablePointer<sqlite3_file>) -> (FaultyDisk, sqlite3_io_methods)? {
        guarded { table in
            guard let disk = table.disks[file], let methods = file.pointee.pMethods,
                let original = table.originals[methods]
            else { return nil }
            return (disk, original)
        }
    }

    private func flush(file: UInt) -> Int32? {
        let (number, failure) = state.withLock { state in
            state.flushes += 1
            state.flushedFiles.insert(file)
            return (state.flushes, state.failure)
        }
        return failure?(number)
    }
}
