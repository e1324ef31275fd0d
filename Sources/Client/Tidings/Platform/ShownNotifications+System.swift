import PushModel
import UserNotifications

extension ShownNotifications {
    /// Looks at the notification centre of the system this process runs on.
    package static var current: ShownNotifications {
        get async {
            var shown = ShownNotifications()
            #if !os(tvOS)
                let center = UNUserNotificationCenter.current()
                let known = Set(await center.notificationCategories().map(\.identifier))
                for notification in await center.deliveredNotifications() {
                    let request = notification.request
                    guard let payload = PushPayload(userInfo: request.content.userInfo) else { continue }
                    if request.trigger is UNPushNotificationTrigger, payload.aps.isMutableContent == true {
                        shown.hasVisiblePush = true
                    }
                    let category = request.content.categoryIdentifier
                    if !category.isEmpty, !known.contains(category) { shown.unknownCategories.append(category) }
                }
            #endif
            return shown
        }
    }
}
