import Foundation

/// The file locks that a process holds, as the kernel lists them with its open files.
///
/// A process that is suspended with a lock on a file of a shared container is ended with the code 0xdead10cc: the other
/// process could wait for ever. Not under a debugger or in Apple's Simulator, which is why it is missed there.
enum HeldLocks {
    /// Whether the process holds a lock (`flock` or `fcntl`) on a file below one of the folders.
    ///
    /// Not read from `/proc/locks`: it loses lines while other processes lock and unlock.
    static func isAny(of processID: Int32, below folders: [URL]) -> Bool {
        let process = "/proc/\(processID)"
        let roots = folders.map { $0.resolvingSymlinksInPath().path + "/" }
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "\(process)/fdinfo")) ?? []
        return descriptors.contains { descriptor in
            guard let facts = try? String(contentsOfFile: "\(process)/fdinfo/\(descriptor)", encoding: .utf8),
                facts.split(separator: "\n").contains(where: { $0.hasPrefix("lock:") }),
                let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(process)/fd/\(descriptor)")
            else { return false }
            return roots.contains { file.hasPrefix($0) }
        }
    }
}
