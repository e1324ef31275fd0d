import UserNotifications

/// The number on the app's icon.
enum IconBadge {
    /// Sets the number; 0 takes it away.
    ///
    /// The icons of a watch have none.
    static func set(_ count: Int) async {
        #if !os(watchOS)
            try? await UNUserNotificationCenter.current().setBadgeCount(count)
        #endif
    }
}
