import Foundation

/// The claim of one process to a data folder, given up when it goes out of scope or the process dies.
struct DataFolderLock: ~Copyable {
    private let descriptor: Int32

    /// Creates the folder if it is missing and claims it.
    ///
    /// - Throws: `in_use` naming the process that holds it.
    init(folder: URL) throws(StorageError) {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError(
                .cannotOpen, detail: "The data folder \(folder.path) cannot be created. Check its path, owner and mode."
            )
        }
        let path = folder.appendingPathComponent("tidings.lock").path
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else {
            throw StorageError(
                .cannotOpen,
                detail: "The data folder \(folder.path) cannot be used: \(String(cString: strerror(errno))).",
                nativeCode: Int(errno))
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let holder = Self.read(opened)
            close(opened)
            throw StorageError(
                .inUse,
                detail: """
                    The data folder \(folder.path) is in use by \(holder). \
                    Stop it, or choose another folder.
                    """)
        }
        descriptor = opened
        let text = "\(getpid())\n"
        _ = ftruncate(opened, 0)
        _ = text.withCString { pwrite(opened, $0, strlen($0), 0) }
    }

    // Closing the only descriptor gives up the lock; the file stays, so that nobody locks a file that is being removed.
    deinit { close(descriptor) }

    private static func read(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        guard let process = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            return "another process"
        }
        return process == getpid() ? "this process" : "process \(process)"
    }
}
