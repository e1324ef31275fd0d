import Foundation
import PushModel
import TidingsCore
import TidingsNotifications
import UserNotifications

extension LocalCenter {
    /// The schedule of the system this process runs on.
    package static func live(vault: KeyVault) -> LocalCenter {
        LocalCenter(
            pending: {
                await UNUserNotificationCenter.current().pendingNotificationRequests().map(\.identifier)
            },
            add: { request in
                let content = UNMutableNotificationContent()
                content.userInfo = request.raw.userInfo
                ContentWriter.write(request.message, to: content, vault: vault, isRepeat: false)
                await CategoryRegistrar().register(request.message)
                let trigger = UNCalendarNotificationTrigger(dateMatching: request.components, repeats: false)
                try await UNUserNotificationCenter.current().add(
                    UNNotificationRequest(identifier: request.identifier, content: content, trigger: trigger))
            },
            remove: { UNUserNotificationCenter.current().removePendingNotificationRequests(withIdentifiers: $0) },
            delivered: {
                await UNUserNotificationCenter.current().deliveredNotifications().map(\.request.identifier)
            })
    }
}
