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
            if let sound = banner.sound { content.sound = NotificationSounds.sound(sound) }
            if let badge = banner.badge { content.badge = NSNumber(value: badge) }
            if let thread = banner.threadID ?? message.conversation { content.threadIdentifier = thread }
            if let target = banner.targetContentID { content.targetContentIdentifier = target }
            if let level = banner.interruptionLevel { content.interruptionLevel = self.level(level) }
            if let score = banner.relevanceScore { content.relevanceScore = min(max(score, 0), 1) }
            content.userInfo = DecryptionMark.marking(content.userInfo, vault: vault)
        }
        // Of a sealed call the placeholder says what it is, and the name is what was missing.
        if message.wasSealed, let call = message.call, let caller = call.caller, !isReadable(banner) {
            content.title = call.group.map { "\(caller.name) (\($0.name))" } ?? caller.name
        }
        if let category = message.effectiveCategory { content.categoryIdentifier = category }
        if isRepeat { silence(content) }
    }

    /// Takes away what would call for attention again; texts and pictures stay.
    ///
    /// The badge as well: the app may have cleared it since, and what comes again is no news.
    package static func silence(_ content: UNMutableNotificationContent) {
        content.badge = nil
        content.sound = nil
        content.interruptionLevel = .passive
    }

    /// Whether there is anything to read; without it the placeholder says more.
    static func isReadable(_ banner: Banner) -> Bool {
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
        content.attachments = []
        content.categoryIdentifier = ""
        silence(content)
    }

    static func level(_ level: APS.InterruptionLevel) -> UNNotificationInterruptionLevel {
        switch level {
        case .passive: .passive
        case .timeSensitive: .timeSensitive
        case .critical: .critical
        default: .active
        }
    }
}
