/// Whether the person lets the app show notifications.
public enum NotificationPermission: String, Codable, Sendable, CaseIterable {
    /// Not asked yet.
    case notDetermined
    /// Said no, or switched off in Settings.
    case denied
    /// Said yes.
    case authorized
    /// Quiet delivery, granted without a question.
    case provisional
    /// For the short life of an App Clip.
    case ephemeral

    /// Whether the system shows anything at all.
    public var allowsNotifications: Bool { self != .notDetermined && self != .denied }
}
