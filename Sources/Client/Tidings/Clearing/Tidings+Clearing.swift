import UserNotifications

extension Tidings {
    /// Our notifications that stand in the notification centre, the newest first.
    public static func activeNotifications() async -> [ActiveNotification] {
        await UNUserNotificationCenter.current().deliveredNotifications().compactMap(ActiveNotification.init)
            .sorted { $0.date > $1.date }
    }

    /// Takes our notifications off the notification centre; those of others stay, and so does the badge.
    public static func clearNotifications() async {
        await clearNotifications { _ in true }
    }

    /// Takes our notifications of one group off the notification centre.
    public static func clearNotifications(inThread threadID: String) async {
        await clearNotifications { $0.threadID == threadID }
    }

    /// Takes those of our notifications off the notification centre that a condition chooses.
    public static func clearNotifications(where isChosen: @Sendable (ActiveNotification) -> Bool) async {
        let names = await activeNotifications().filter(isChosen).map(\.id)
        guard !names.isEmpty else { return }
        UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: names)
    }

    /// Takes the number off the app's icon.
    ///
    /// Otherwise the badge is what the last message with a `badge` said: the SDK counts nothing by itself.
    public static func clearBadge() async {
        await IconBadge.set(0)
    }
}

/// What happens to the notification centre when the person opens a notification.
enum ThreadClearing {
    /// Takes the rest of the tapped group away, and sets the badge to the number of our notifications that are left.
    static func clear(threadOf identifier: String, threadID: String) async {
        let center = UNUserNotificationCenter.current()
        let active = await Tidings.activeNotifications()
        let cleared = active.filter { $0.id == identifier || (!threadID.isEmpty && $0.threadID == threadID) }
        if !cleared.isEmpty { center.removeDeliveredNotifications(withIdentifiers: cleared.map(\.id)) }
        await IconBadge.set(active.count - cleared.count)
    }
}
