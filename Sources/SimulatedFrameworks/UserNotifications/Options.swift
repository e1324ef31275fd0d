/// What an app asks to be allowed.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// To set the badge.
    public static let badge = Self(rawValue: 1)
    /// To play sounds.
    public static let sound = Self(rawValue: 2)
    /// To show alerts.
    public static let alert = Self(rawValue: 4)
    /// To show notifications in a car.
    public static let carPlay = Self(rawValue: 8)
    /// To sound through the mute switch.
    public static let criticalAlert = Self(rawValue: 16)
    /// To offer a button to the app's own settings.
    public static let providesAppNotificationSettings = Self(rawValue: 32)
    /// To start quietly without asking.
    public static let provisional = Self(rawValue: 64)
    /// To have notifications read aloud.
    @available(*, deprecated, message: "Announcement authorization is always included")
    public static let announcement = Self(rawValue: 128)
    /// To break through a Focus.
    @available(*, deprecated, message: "Use the time-sensitive entitlement")
    public static let timeSensitive = Self(rawValue: 256)
}

/// How a notification that arrives in the foreground is to be presented.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Apply the badge.
    public static let badge = Self(rawValue: 1)
    /// Play the sound.
    public static let sound = Self(rawValue: 2)
    /// Banner and list, the older name for both.
    public static let alert = Self(rawValue: 4)
    /// Keep it in the list.
    public static let list = Self(rawValue: 8)
    /// Show a banner.
    public static let banner = Self(rawValue: 16)
}

/// How an action behaves.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Only on an unlocked device.
    public static let authenticationRequired = Self(rawValue: 1)
    /// Drawn as something that destroys.
    public static let destructive = Self(rawValue: 2)
    /// Brings the app to the foreground.
    public static let foreground = Self(rawValue: 4)
}

/// How a category behaves.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Tell the app when the person dismisses the notification.
    public static let customDismissAction = Self(rawValue: 1)
    /// Show it in a car.
    public static let allowInCarPlay = Self(rawValue: 2)
    /// Show the title though previews are hidden.
    public static let hiddenPreviewsShowTitle = Self(rawValue: 4)
    /// Show the subtitle though previews are hidden.
    public static let hiddenPreviewsShowSubtitle = Self(rawValue: 8)
    /// Have it read aloud.
    @available(*, deprecated, message: "Announcement option is ignored")
    public static let allowAnnouncement = Self(rawValue: 16)
}
