import Foundation
import PushModel
import TidingsCore
import TidingsNotifications
import UserNotifications

extension PushSystem {
    /// The services of the system this process runs on.
    package static func live(vault: KeyVault) -> PushSystem {
        PushSystem(
            requestAuthorization: { isProvisional in
                var options: UNAuthorizationOptions = [.alert, .badge, .sound]
                if isProvisional { options.insert(.provisional) }
                return try await UNUserNotificationCenter.current().requestAuthorization(options: options)
            },
            permission: {
                let settings = await UNUserNotificationCenter.current().notificationSettings()
                return NotificationPermission(settings.authorizationStatus)
            },
            registerForRemoteNotifications: { await AppBridge.registerForRemoteNotifications() },
            appState: { await AppBridge.state() },
            show: { banner in
                let content = UNMutableNotificationContent()
                content.userInfo = banner.raw.userInfo
                ContentWriter.write(banner.message, to: content, vault: vault, isRepeat: false)
                await CategoryRegistrar().register(banner.message)
                try await UNUserNotificationCenter.current().add(
                    UNNotificationRequest(identifier: banner.identifier, content: content, trigger: nil))
            },
            local: .live(vault: vault), open: { await AppBridge.open($0) },
            stayAwake: { await BackgroundTime.use(for: $0) })
    }
}
