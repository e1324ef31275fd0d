public import Foundation

/// A plan as the app sees it.
public struct PlannedNotification: Sendable, Equatable, Identifiable {
    /// Its name.
    public let id: String
    /// The message that brought it.
    public let messageID: String
    /// When it is due, as things stand.
    public let date: Date
    /// Whether the system has it; the others follow as the app is woken.
    public let isScheduled: Bool
}
