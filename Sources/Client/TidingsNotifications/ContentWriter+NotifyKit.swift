import Foundation
package import PushModel
package import UserNotifications

extension ContentWriter {
    /// Writes what the options of notify-kit say over what the push brought; what they do not say stays.
    ///
    /// Badge, subtitle and `userInfo` of the push are kept. The sender's data is added to `userInfo` where the push has
    /// no member of that name, so that an app finds it where custom data always is.
    package static func write(_ options: NotifyKitOptions, to content: UNMutableNotificationContent) {
        writeTexts(options, to: content)
        let look = options.presentation
        if look.isCritical {
            content.sound = NotificationSounds.critical(look.sound, volume: look.criticalVolume)
        } else if let sound = look.sound {
            content.sound = NotificationSounds.sound(sound)
        }
        if let badge = look.badge { content.badge = NSNumber(value: badge) }
        if let category = look.categoryID { content.categoryIdentifier = category }
        // A Mac has no launch images.
        #if !os(macOS)
            if let image = look.launchImageName { content.launchImageName = image }
        #endif
        if let level = look.interruptionLevel { content.interruptionLevel = self.level(level) }
        if let thread = look.threadID { content.threadIdentifier = thread }
        if let target = look.targetContentID { content.targetContentIdentifier = target }
        var userInfo = content.userInfo
        for member in options.data.members where userInfo[member.key] == nil && !isReserved(member.key) {
            userInfo[member.key] = member.value.any
        }
        content.userInfo = userInfo
    }

    private static func writeTexts(_ options: NotifyKitOptions, to content: UNMutableNotificationContent) {
        var texts = Banner(title: content.title, subtitle: content.subtitle, body: content.body)
        texts.title = options.title ?? texts.title
        texts.subtitle = options.subtitle ?? texts.subtitle
        texts.body = options.body ?? texts.body
        // Texts that say nothing would leave nothing to show.
        guard isReadable(texts) else { return }
        content.title = texts.title ?? ""
        content.subtitle = texts.subtitle ?? ""
        content.body = texts.body ?? ""
    }

    private static func isReserved(_ key: String) -> Bool {
        MessageContent.reservedDataKeys.contains(key) || key == NotifyKitOptions.key || key == NotifyKitOptions.dataKey
    }
}
