import PushModel

/// What the server says to one event.
package struct EventResult: Sendable, Equatable {
    /// The event's id.
    package let id: String
    /// Whether the server refuses the event for good.
    package let isRejected: Bool

    /// Reads one entry of the answer; nil if it has no id.
    init?(_ entry: JSONValue) {
        guard let id = entry["id"]?.string else { return nil }
        self.id = id.lowercased()
        isRejected = entry["status"]?.string == "rejected"
    }
}
