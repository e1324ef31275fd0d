/// Where the client writes its log lines: one message constant, the data as fields.
public struct ClientLog: Sendable {
    /// How much a line matters.
    public enum Level: Int, Sendable, Comparable {
        /// Narrates the work.
        case debug
        /// An event worth knowing.
        case info
        /// Something unexpected that the client handled.
        case warning
        /// Something a person has to look at.
        case error

        /// Orders levels from debug to error.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// Receives a line that passed the level: level, message, fields in order.
    public var write: @Sendable (Level, String, [(name: String, value: String)]) -> Void
    /// The least level that is written; `.warning` by default.
    public var minimum: Level

    /// Creates a log over a function that takes its lines.
    public init(
        minimum: Level = .warning, write: @escaping @Sendable (Level, String, [(name: String, value: String)]) -> Void
    ) {
        self.minimum = minimum
        self.write = write
    }

    /// Writes a line if its level is high enough.
    package func callAsFunction(_ level: Level, _ message: String, _ fields: (name: String, value: String)...) {
        if level >= minimum { write(level, message, fields) }
    }
}
