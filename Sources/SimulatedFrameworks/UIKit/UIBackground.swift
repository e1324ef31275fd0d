/// What came of a push that woke the app.
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// There was something new.
    case newData = 0
    /// There was nothing new.
    case noData = 1
    /// It went wrong.
    case failed = 2
}

/// Whether the app may be woken in the background.
public enum UIBackgroundRefreshStatus: Int, Sendable {
    /// Not on this device.
    case restricted = 0
    /// The person has switched it off.
    case denied = 1
    /// Yes.
    case available = 2
}

/// Names a task that goes on in the background.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int
    /// Makes an identifier from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// No task.
    public static let invalid = Self(rawValue: 0)
}
