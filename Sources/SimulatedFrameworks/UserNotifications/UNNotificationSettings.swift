public import Foundation
package import ProcessLocal

/// What the person has allowed the app, at the time of asking.
open class UNNotificationSettings: NSObject {
    package let wire: WireSettings

    package init(wire: WireSettings) { self.wire = wire }

    private func setting(_ value: Int) -> UNNotificationSetting { UNNotificationSetting(rawValue: value) ?? .disabled }

    /// The decision as a whole.
    open var authorizationStatus: UNAuthorizationStatus {
        UNAuthorizationStatus(rawValue: wire.authorizationStatus) ?? .denied
    }
    /// Sounds.
    open var soundSetting: UNNotificationSetting { setting(wire.sound) }
    /// The badge.
    open var badgeSetting: UNNotificationSetting { setting(wire.badge) }
    /// Alerts.
    open var alertSetting: UNNotificationSetting { setting(wire.alert) }
    /// The list.
    open var notificationCenterSetting: UNNotificationSetting { setting(wire.notificationCenter) }
    /// The lock screen.
    open var lockScreenSetting: UNNotificationSetting { setting(wire.lockScreen) }
    /// The car.
    open var carPlaySetting: UNNotificationSetting { setting(wire.carPlay) }
    /// Critical alerts.
    open var criticalAlertSetting: UNNotificationSetting { setting(wire.criticalAlert) }
    /// Reading aloud.
    open var announcementSetting: UNNotificationSetting { setting(wire.announcement) }
    /// Time-sensitive interruptions.
    open var timeSensitiveSetting: UNNotificationSetting { setting(wire.timeSensitive) }
    /// The scheduled summary.
    open var scheduledDeliverySetting: UNNotificationSetting { setting(wire.scheduledDelivery) }
    /// Direct messages.
    open var directMessagesSetting: UNNotificationSetting { setting(wire.directMessages) }
    /// How alerts appear.
    open var alertStyle: UNAlertStyle { UNAlertStyle(rawValue: wire.alertStyle) ?? .none }
    /// When the text is visible.
    open var showPreviewsSetting: UNShowPreviewsSetting { UNShowPreviewsSetting(rawValue: wire.showPreviews) ?? .never }
    /// Whether the system offers a button to the app's own settings.
    open var providesAppNotificationSettings: Bool { wire.providesAppSettings }
}
