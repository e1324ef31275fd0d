/// Orders what the server says about one plan, in whatever order it arrives.
package struct LocalOrder: Codable, Sendable, Equatable {
    /// The sender's own number, if it gave one.
    package var version: Int?
    /// The message that brought it; ids of messages grow with time.
    package var message: String

    /// Names the place of a message.
    package init(version: Int?, message: String) {
        self.version = version
        self.message = message
    }

    /// Whether this came after the other; the same message again did not.
    package func isNewer(than other: LocalOrder) -> Bool {
        if let version, let known = other.version, version != known { return version > known }
        return message > other.message
    }
}
