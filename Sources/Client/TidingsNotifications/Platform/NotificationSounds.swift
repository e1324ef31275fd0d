import UserNotifications

/// Sounds by the names that a payload gives them.
enum NotificationSounds {
    #if os(watchOS)
        /// The system's own sound: a watch plays none of the app's files.
        static func sound(_ name: String) -> UNNotificationSound { .default }

        /// The system's own sound that comes through the mute switch, where the app may do that.
        static func critical(_ name: String?, volume: Double?) -> UNNotificationSound {
            volume.map { .defaultCriticalSound(withAudioVolume: Float($0)) } ?? .defaultCritical
        }
    #else
        /// A sound by its file name, or the system's own.
        static func sound(_ name: String) -> UNNotificationSound {
            name == "default" || !isPlain(name) ? .default : UNNotificationSound(named: UNNotificationSoundName(name))
        }

        /// A sound that comes through the mute switch, where the app may do that.
        static func critical(_ name: String?, volume: Double?) -> UNNotificationSound {
            let volume = volume.map { Float($0) }
            guard let name, name != "default", isPlain(name) else {
                return volume.map { .defaultCriticalSound(withAudioVolume: $0) } ?? .defaultCritical
            }
            let file = UNNotificationSoundName(name)
            return volume.map { .criticalSoundNamed(file, withAudioVolume: $0) } ?? .criticalSoundNamed(file)
        }

        /// Whether a name stays in the folders where the system looks for sounds.
        private static func isPlain(_ name: String) -> Bool {
            (1...255).contains(name.utf8.count) && !name.hasPrefix("/")
                && !name.unicodeScalars.contains { $0.value < 0x20 }
                && !name.split(separator: "/").contains("..")
        }
    #endif
}
