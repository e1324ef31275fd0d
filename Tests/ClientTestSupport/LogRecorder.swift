import Locking
package import TidingsCore

/// Keeps the lines that the client logs.
package final class LogRecorder: Sendable {
    private let state = Locked<[String]>([])

    package init() {}

    /// The log as the client takes it.
    package var log: ClientLog {
        ClientLog(minimum: .debug) { [self] level, message, fields in
            let text = fields.map { " \($0.name)=\($0.value)" }.joined()
            state.withLock { $0.append("\(level): \(message)\(text)") }
        }
    }

    /// The lines so far.
    package var lines: [String] { state.withLock { $0 } }
}
