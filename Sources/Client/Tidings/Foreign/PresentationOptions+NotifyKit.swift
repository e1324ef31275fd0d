import PushModel
import UserNotifications

extension UNNotificationPresentationOptions {
    /// What the sender of a push made for notify-kit wants.
    init(_ wish: NotifyKitOptions.Foreground) {
        self = []
        if wish.showsBanner { insert(.banner) }
        if wish.showsInList { insert(.list) }
        if wish.playsSound { insert(.sound) }
        if wish.setsBadge { insert(.badge) }
    }
}
