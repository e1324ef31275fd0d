/// What the person has decided about the app's notifications.
public enum UNAuthorizationStatus: Int, Sendable {
    /// Nobody has asked yet.
    case notDetermined = 0
    /// The person said no.
    case denied = 1
    /// The person said yes.
    case authorized = 2
    /// Allowed on trial: quiet, in the list only.
    case provisional = 3
    /// Allowed for the short life of an App Clip.
    case ephemeral = 4
}

/// Whether one way of notifying is available and switched on.
public enum UNNotificationSetting: Int, Sendable {
    /// The app does not have this way.
    case notSupported = 0
    /// Switched off.
    case disabled = 1
    /// Switched on.
    case enabled = 2
}

/// How alerts appear on an unlocked screen.
public enum UNAlertStyle: Int, Sendable {
    /// Not at all.
    case none = 0
    /// As banners.
    case banner = 1
    /// As alerts that stay.
    case alert = 2
}

/// When the text of a notification is visible.
public enum UNShowPreviewsSetting: Int, Sendable {
    /// Always.
    case always = 0
    /// While the device is unlocked.
    case whenAuthenticated = 1
    /// Never.
    case never = 2
}

/// How loudly a notification may interrupt.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Into the list only.
    case passive = 0
    /// At once, with light and sound.
    case active = 1
    /// Through a Focus and the scheduled summary.
    case timeSensitive = 2
    /// Through everything, the mute switch included.
    case critical = 3
}
