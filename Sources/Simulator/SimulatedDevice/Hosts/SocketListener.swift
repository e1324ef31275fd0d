import Foundation
import ProcessLocal

/// The socket at which a device waits for one child.
final class SocketListener: Sendable {
    /// Where the child finds it; short, because a socket's path holds about a hundred bytes.
    let path: String
    private let descriptor: Int32
    private let connection = FirstAnswer<SocketConnection?>()

    init() throws {
        let folder = FileManager.default.temporaryDirectory.path
        let name = String(UInt64.random(in: 0 ... .max), radix: 36)
        path = (folder.utf8.count < 60 ? folder : "/tmp") + "/tidings-\(name)"
        descriptor = try SocketConnection.listen(at: path)
    }

    /// Waits for the child to call; nil when it gave up.
    func accept() async -> SocketConnection? {
        let thread = Thread { [self] in
            let accepted = SocketConnection.accept(descriptor)
            if let accepted, case .hello? = accepted.receive() {
                connection.set(accepted)
            } else {
                connection.set(nil)
            }
        }
        thread.start()
        let result = await connection.wait() ?? nil
        unlink(path)
        return result
    }

    /// The child will not call any more.
    func giveUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    deinit {
        close(descriptor)
        unlink(path)
    }
}
