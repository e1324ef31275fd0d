package import Foundation
package import PushModel

/// The system's schedule of notifications, as functions.
package struct LocalCenter: Sendable {
    /// The names of everything of this app that waits there.
    package var pending: @Sendable () async -> [String]
    /// Hands over a notification; one of the same name is replaced.
    package var add: @Sendable (LocalRequest) async throws -> Void
    /// Takes notifications away.
    package var remove: @Sendable ([String]) async -> Void
    /// The names of everything that stands in the list.
    package var delivered: @Sendable () async -> [String]

    /// Creates the schedule from its functions.
    package init(
        pending: @escaping @Sendable () async -> [String], add: @escaping @Sendable (LocalRequest) async throws -> Void,
        remove: @escaping @Sendable ([String]) async -> Void, delivered: @escaping @Sendable () async -> [String]
    ) {
        self.pending = pending
        self.add = add
        self.remove = remove
        self.delivered = delivered
    }

    /// A schedule that takes nothing, where there is none.
    package static let none = LocalCenter(
        pending: { [] }, add: { _ in throw TidingsError(.storage, detail: "there is no schedule") }, remove: { _ in },
        delivered: { [] })
}

/// A notification for the system's schedule.
package struct LocalRequest: Sendable, Equatable {
    /// The system's name for it.
    package var identifier: String
    /// When it is due.
    package var components: DateComponents
    /// What it says.
    package var message: ReceivedMessage
    /// The payload, so that a tap on it leads to the message.
    package var raw: JSONObject
}
