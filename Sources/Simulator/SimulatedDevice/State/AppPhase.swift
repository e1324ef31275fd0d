/// The states of an app as the system sees it.
public enum AppPhase: String, Codable, Sendable {
    /// It has no process.
    case notRunning
    /// Its process stands still.
    case suspended
    /// Its process runs, and nothing of it is visible.
    case background
    /// It is in front of the person, between states.
    case inactive
    /// It is in front of the person.
    case active

    /// Whether it is in front of the person.
    public var isForeground: Bool { self == .active || self == .inactive }
}
