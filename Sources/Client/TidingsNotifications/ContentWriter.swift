import Foundation
import PushModel
import TidingsCore
package import UserNotifications

/// Puts a message into the content of a notification.
package enum ContentWriter {
    /// Writes what the message says over what the push brought; what it does not say stays.
    ///
    /// A repeat was shown before: it replaces what is on the screen, without a sound.
    package static func write(
        _ message: ReceivedMessage, to content: UNMutableNotificationContent, vault: KeyVault, isRepeat: Bool
    ) {
        let banner = message.banner
        if message.wasSealed || message.isSilentForm {
            if isReadable(banner) {
                // Placeholder and content must not mix: a text that the message does not have is empty.
                content.title = banner.title ?? ""
                content.subtitle = banner.subtitle ?? ""
                content.body = banner.body ?? ""
            }
            content.sound = sound(banner.sound) ?? content.sound
            if let badge = banner.badge { content.badge = NSNumber(value: badge) }
            if let thread = banner.threadID ?? message.conversation { content.threadIdentifier = thread }
            if let target = banner.targetContentID { content.targetContentIdentifier = target }
            if let level = banner.interruptionLevel { content.interruptionLevel = self.level(level) }
            if let score = banner.relevanceScore { content.relevanceScore = min(max(score, 0), 1) }
            content.userInfo = DecryptionMark.marking(content.userInfo, vault: vault)
        }
        if let category = message.effectiveCategory { content.categoryIdentifier = category }
        if isRepeat {
            content.sound = nil
            content.interruptionLevel = .passive
        }
    }

    /// Whether there is anything to read; without it the placeholder says more.
    private static func isReadable(_ banner: Banner) -> Bool {
        [banner.title, banner.subtitle, banner.body].contains { text in
            text?.contains { !$0.isWhitespace } ?? false
        }
    }

    /// Takes away everything that a stranger should not see or hear; the placeholder stays.
    package static func neutralise(_ content: UNMutableNotificationContent, wasSealed: Bool) {
        if !wasSealed {
            content.title = ""
            content.subtitle = ""
            content.body = PushPayload.placeholder
        }
        content.sound = nil
        content.badge = nil
        content.attachments = []
        content.interruptionLevel = .passive
    }

    private static func sound(_ name: String?) -> UNNotificationSound? {
        guard let name else { return nil }
        return name == "default" ? .default : UNNotificationSound(named: UNNotificationSoundName(name))
    }

    private static func level(_ level: APS.InterruptionLevel) -> UNNotificationInterruptionLevel {
        switch level {
        case .passive: .passive
        case .timeSensitive: .timeSensitive
        case .critical: .critical
        default: .active
        }
    }
}
