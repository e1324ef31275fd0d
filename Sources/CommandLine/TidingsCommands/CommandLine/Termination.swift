#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import Foundation

/// Turns SIGINT and SIGTERM into one call; a second signal ends the process at once.
///
/// A handler that writes into a pipe is used rather than ignored signals, which child processes would inherit.
enum Termination {
    /// Written once before the handler is installed, then only read, from the handler.
    nonisolated(unsafe) private static var writeEnd: Int32 = -1

    /// Watches for the rest of the process's life.
    static func watch(_ body: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        writeEnd = ends[1]
        let readEnd = ends[0]
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow is an error like a full disk, not the end.
        signal(SIGXFSZ, SIG_IGN)
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                var byte: UInt8 = 1
                _ = write(Termination.writeEnd, &byte, 1)
            }
        }
        Thread.detachNewThread {
            var byte: UInt8 = 0
            var isFirst = true
            while read(readEnd, &byte, 1) == 1 || errno == EINTR {
                guard byte == 1 else { continue }
                byte = 0
                if !isFirst { _exit(ExitCode.failure.rawValue) }
                isFirst = false
                body()
            }
        }
    }
}
