package import Foundation
import Glibc
import Locking

/// A program that this process started.
///
/// Foundation's `Process` reads past a directory entry when more than about a thousand files are open (Swift 6.3 on Linux),
/// inherits ignored signals, and may signal a stranger that got the number of a program that is over. Nothing ends the program
/// but itself or `signal`.
package final class SpawnedProgram: Sendable {
    /// How a program ended.
    package enum End: Sendable, Equatable {
        /// By itself, with this status: 0 to 255.
        case exited(Int32)
        /// By this signal.
        case signalled(Int32)
    }

    private struct State {
        var end: End?
        var waiters: [CheckedContinuation<End, Never>] = []
    }

    /// The number of the process.
    package let id: pid_t
    /// The way into standard input, when the launch asked for a pipe.
    package let input: FileHandle?
    /// What comes out of standard output, when the launch asked for a pipe.
    package let output: FileHandle?
    /// What comes out of standard error, when the launch asked for a pipe.
    package let error: FileHandle?
    private let state = Locked(State())

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - launch: What to start.
    ///   - ended: Called once, on a thread of its own, when the program is over.
    /// - Throws: `SpawnError` when there is no such program or it cannot be started.
    package init(_ launch: Launch, ended: @escaping @Sendable (End) -> Void = { _ in }) throws(SpawnError) {
        let input = launch.input == .pipe ? Pipe() : nil
        let output = launch.output == .pipe ? Pipe() : nil
        let error = launch.error == .pipe ? Pipe() : nil
        id = try launch.spawn(
            Launch.PipeEnds(
                input: input?.fileHandleForReading.fileDescriptor, output: output?.fileHandleForWriting.fileDescriptor,
                error: error?.fileHandleForWriting.fileDescriptor))
        self.input = input?.fileHandleForWriting
        self.output = output?.fileHandleForReading
        self.error = error?.fileHandleForReading
        // The child's ends are closed with the pipes that go out of scope here: the streams end when the program does.
        Thread.detachNewThread { [self] in ended(collect()) }
    }

    /// True until the program is over.
    package var isRunning: Bool { state.withLock { $0.end == nil } }

    /// Waits until the program is over; the cancellation of the task does not end the wait.
    package func end() async -> End {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state in
                if state.end == nil { state.waiters.append(continuation) }
                return state.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    /// Sends a signal, such as `SIGTERM`; nothing when the program is over.
    package func signal(_ number: Int32) {
        // Under the lock that `collect` takes: the number cannot go to another process meanwhile.
        state.withLock { if $0.end == nil { Glibc.kill(id, number) } }
    }

    /// Stops the program with `SIGSTOP`, and returns when it stands still or is over.
    package func freeze() {
        signal(SIGSTOP)
        awaitNews(WSTOPPED | WEXITED)
    }

    /// Ends the program with `SIGKILL`, and returns when it is over.
    package func kill() {
        signal(SIGKILL)
        awaitNews(WEXITED)
    }

    /// Blocks until there is news of that kind, and leaves it to `collect`; returns at once when the program was collected.
    private func awaitNews(_ kinds: Int32) {
        var news = siginfo_t()
        while waitid(P_PID, id_t(id), &news, kinds | WNOWAIT) != 0, errno == EINTR {}
    }

    private func collect() -> End {
        awaitNews(WEXITED)
        let (end, waiters) = state.withLock { state in
            var news = siginfo_t()
            while waitid(P_PID, id_t(id), &news, WEXITED) != 0, errno == EINTR {}
            let number = news._sifields._sigchld.si_status
            let end = news.si_code == CLD_EXITED ? End.exited(number) : .signalled(number)
            state.end = end
            defer { state.waiters = [] }
            return (end, state.waiters)
        }
        for waiter in waiters { waiter.resume(returning: end) }
        return end
    }
}
