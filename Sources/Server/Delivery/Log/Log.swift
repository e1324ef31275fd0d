/// Where the server's events go: a constant sentence with data beside it.
///
/// Secrets, whole tokens and payload text have no place in either.
package struct Log: Sendable {
    /// How much somebody has to care.
    package enum Level: Int, Sendable, Comparable {
        /// Narration.
        case debug
        /// Something that an operator wants to know.
        case info
        /// Something that needs a person.
        case error

        /// Orders levels by weight.
        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private let write: @Sendable (Level, StaticString, [(String, String)]) -> Void
    /// Whether anybody reads what is narrated; ask before telling something for every request.
    package let isNarrated: Bool

    /// Makes a log over a function.
    package init(
        isNarrated: Bool = true, _ write: @escaping @Sendable (Level, StaticString, [(String, String)]) -> Void
    ) {
        self.isNarrated = isNarrated
        self.write = write
    }

    /// A log that keeps nothing.
    package static let none = Log(isNarrated: false) { _, _, _ in }

    /// Narrates.
    package func debug(_ message: StaticString, _ data: (String, String)...) { write(.debug, message, data) }

    /// Tells the operator something.
    package func info(_ message: StaticString, _ data: (String, String)...) { write(.info, message, data) }

    /// Calls for a person.
    package func error(_ message: StaticString, _ data: (String, String)...) { write(.error, message, data) }
}
