import ProcessLocal

/// The switches of an app's notifications in the Settings app.
///
/// Source: Apple documentation, `UNNotificationSettings`.
public struct NotificationSwitches: Sendable, Hashable {
    /// When the text can be read.
    public enum Previews: Int, Sendable {
        /// Always.
        case always = 0
        /// While the device is unlocked; so at first.
        case whenUnlocked = 1
        /// Never.
        case never = 2
    }

    /// Banners.
    public var banners: Bool
    /// Sounds.
    public var sounds: Bool
    /// The number on the icon.
    public var badges: Bool
    /// The list.
    public var notificationCenter: Bool
    /// The lock screen.
    public var lockScreen: Bool
    /// Time-sensitive notifications; only for an app with that capability.
    public var timeSensitive: Bool
    /// Critical notifications; only for an app with that capability.
    public var criticalAlerts: Bool
    /// When the text can be read.
    public var previews: Previews
}

extension SimulatedDevice {
    /// Changes some of an app's switches in the Settings app; the app is not told, and has to look when it is opened.
    ///
    /// Only of an app that the person has allowed to notify; a switch for what the app cannot do stays as it is.
    public func changeSettings(for bundleID: String, _ change: (inout NotificationSwitches) -> Void) {
        update(bundleID) { app in
            var settings = app.settings
            guard settings.isAllowed else { return }
            let old = NotificationSwitches(
                banners: settings.alert == 2, sounds: settings.sound == 2, badges: settings.badge == 2,
                notificationCenter: settings.notificationCenter == 2, lockScreen: settings.lockScreen == 2,
                timeSensitive: settings.timeSensitive == 2, criticalAlerts: settings.criticalAlert == 2,
                previews: .init(rawValue: settings.showPreviews) ?? .whenUnlocked)
            var new = old
            change(&new)
            func set(_ path: WritableKeyPath<WireSettings, Int>, _ isOn: KeyPath<NotificationSwitches, Bool>) {
                guard settings[keyPath: path] != 0, old[keyPath: isOn] != new[keyPath: isOn] else { return }
                settings[keyPath: path] = new[keyPath: isOn] ? 2 : 1
            }
            set(\.alert, \.banners)
            set(\.sound, \.sounds)
            set(\.badge, \.badges)
            set(\.notificationCenter, \.notificationCenter)
            set(\.lockScreen, \.lockScreen)
            set(\.timeSensitive, \.timeSensitive)
            set(\.criticalAlert, \.criticalAlerts)
            settings.alertStyle = new.banners ? max(settings.alertStyle, 1) : 0
            settings.showPreviews = new.previews.rawValue
            app.settings = settings
        }
    }
}
