package import Foundation

/// Writes files so that a reader or a crash sees the whole content or none of it.
///
/// No lock is involved: another process may do the same at the same time, and a process may be frozen at any line.
package enum AtomicFile {
    /// Replaces or creates a file.
    package static func replace(_ file: URL, with content: Data) throws {
        let draft = try write(content, beside: file)
        guard rename(draft.path, file.path) == 0 else { throw failure("rename", file, removing: draft) }
    }

    /// Creates a file that must not exist yet, and says whether it was this call that created it.
    package static func create(_ file: URL, with content: Data) throws -> Bool {
        let draft = try write(content, beside: file)
        defer { unlink(draft.path) }
        // `link` refuses to replace, so of any number of processes exactly one creates the file, content included.
        if link(draft.path, file.path) == 0 { return true }
        if errno == EEXIST { return false }
        throw failure("link", file, removing: draft)
    }

    /// The prefix of files that are still being written; readers skip them.
    package static let draftPrefix = ".draft-"

    /// The age in seconds after which a draft is surely abandoned by a process that was killed.
    private static let abandonedDraftAge: TimeInterval = 86_400

    /// Removes drafts of processes that were killed while writing.
    package static func removeAbandonedDrafts(in folder: URL, now: Date) {
        let manager = FileManager.default
        for name in (try? manager.contentsOfDirectory(atPath: folder.path)) ?? [] where name.hasPrefix(draftPrefix) {
            let draft = folder.appendingPathComponent(name)
            let changed = (try? manager.attributesOfItem(atPath: draft.path))?[.modificationDate] as? Date
            if let changed, now.timeIntervalSince(changed) > abandonedDraftAge { unlink(draft.path) }
        }
    }

    private static func write(_ content: Data, beside file: URL) throws -> URL {
        let draft = file.deletingLastPathComponent().appendingPathComponent(draftPrefix + UUID().uuidString)
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("open", file, removing: nil) }
        defer { close(descriptor) }
        var rest = content[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw failure("write", file, removing: draft) }
            rest = rest.dropFirst(written)
        }
        guard fsync(descriptor) == 0 else { throw failure("fsync", file, removing: draft) }
        protectFile(at: draft)
        return draft
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        Foundation.write(descriptor, bytes, count)
    }

    private static func failure(_ step: String, _ file: URL, removing draft: URL?) -> TidingsError {
        let reason = String(cString: strerror(errno))
        if let draft { unlink(draft.path) }
        return TidingsError(.storage, detail: "\(step) of \(file.lastPathComponent) failed: \(reason)")
    }
}
