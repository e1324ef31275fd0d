import CPostgreSQL
import Foundation
import Glibc
import Locking

/// Hears from the other servers on the database that there is work; a thread with a connection of its own.
///
/// After a broken connection it says so once, since something may have been missed.
final class PostgreSQLListener: Sendable {
    static let channel = "tidings_work"

    private let configuration: PostgreSQLConfiguration
    /// Who we are: our own announcements are no news to us.
    private let node: String
    private let heard: @Sendable () -> Void
    /// Its writing end is closed when the thread is to end.
    private let ending = Pipe()
    private let thread = Locked<StorageThread?>(nil)

    init(_ configuration: PostgreSQLConfiguration, node: String, heard: @escaping @Sendable () -> Void) {
        self.configuration = configuration
        self.node = node
        self.heard = heard
        // The thread keeps the listener alive until `stop`.
        thread.withLock { $0 = StorageThread(name: "storage-listen") { self.run() } }
    }

    /// Ends the thread.
    func stop() async {
        try? ending.fileHandleForWriting.close()
        await thread.withLock { $0 }?.finish()
    }

    private func run() {
        repeat {
            if let handle = try? PostgreSQLHandle(configuration),
                (try? handle.execute("listen \(Self.channel)")) != nil
            {
                heard()
                listen(on: handle)
            }
            // A server that is away is asked again after a second.
        } while !wait(for: -1, 1_000).isEnding
    }

    /// Returns when the connection is broken or the thread is to end.
    private func listen(on handle: borrowing PostgreSQLHandle) {
        while handle.isAlive {
            let (isReady, isEnding) = wait(for: PQsocket(handle.pointer), -1)
            if isEnding { return }
            guard isReady, PQconsumeInput(handle.pointer) == 1 else { return }
            var isNews = false
            while let notification = PQnotifies(handle.pointer) {
                if String(cString: notification.pointee.extra) != node { isNews = true }
                PQfreemem(notification)
            }
            if isNews { heard() }
        }
    }

    private func wait(for descriptor: Int32, _ milliseconds: Int32) -> (isReady: Bool, isEnding: Bool) {
        var descriptors = [
            pollfd(fd: ending.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&descriptors, 2, milliseconds) < 0, errno == EINTR {}
        return (descriptors[1].revents != 0, descriptors[0].revents != 0)
    }
}
