import Foundation

/// The file locks that a process holds, as the kernel lists them.
///
/// A process that is suspended with a lock on a file of a shared container is ended with the code 0xdead10cc: the other
/// process could wait for ever. Not under a debugger or in Apple's Simulator, which is why it is missed there.
enum HeldLocks {
    /// Whether the process holds a lock (`flock` or `fcntl`) on a file below one of the folders.
    static func isAny(of processID: Int32, below folders: [URL]) -> Bool {
        // The kernel may leave out a line when other processes lock and unlock meanwhile: look three times.
        let tables = (0..<3).compactMap { _ in try? String(contentsOfFile: "/proc/locks", encoding: .utf8) }
        let held = Set(tables.flatMap { $0.split(separator: "\n") }.compactMap { inode(in: $0, of: processID) })
        guard !held.isEmpty else { return false }
        return folders.contains { folder in
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
                if let number = attributes?[.systemFileNumber] as? NSNumber, held.contains(number.uint64Value) {
                    return true
                }
            }
            return false
        }
    }

    /// Reads a line such as `1: POSIX  ADVISORY  WRITE 4711 08:01:1234 0 EOF`; a waiting lock has an arrow and counts not.
    private static func inode(in line: Substring, of processID: Int32) -> UInt64? {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count >= 6, words[1] != "->", Int32(words[4]) == processID else { return nil }
        return words[5].split(separator: ":").last.flatMap { UInt64($0) }
    }
}
