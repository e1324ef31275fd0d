public import Foundation
package import ProcessLocal

/// The name of a sound file in the app, its container or its group.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The file's name.
    public let rawValue: String
    /// Names a file.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Names a file.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The sound of a notification.
open class UNNotificationSound: NSObject {
    package let wire: WireSound

    package init(wire: WireSound) { self.wire = wire }

    /// Plays a file.
    public convenience init(named name: UNNotificationSoundName) { self.init(wire: WireSound(name: name.rawValue)) }

    /// The system's default sound.
    open class var `default`: UNNotificationSound { UNNotificationSound(wire: WireSound(name: "default")) }

    /// The ringtone of the device.
    open class var defaultRingtone: UNNotificationSound { UNNotificationSound(wire: WireSound(name: "ringtone")) }

    /// A ringtone of the app.
    open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(wire: WireSound(name: name.rawValue))
    }

    /// The system's sound for critical alerts.
    open class var defaultCritical: UNNotificationSound {
        UNNotificationSound(wire: WireSound(name: "default", isCritical: true))
    }

    /// The system's sound for critical alerts at a volume from 0 to 1.
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
        UNNotificationSound(wire: WireSound(name: "default", isCritical: true, volume: volume))
    }

    /// A file as the sound of a critical alert.
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(wire: WireSound(name: name.rawValue, isCritical: true))
    }

    /// A file as the sound of a critical alert, at a volume from 0 to 1.
    open class func criticalSoundNamed(
        _ name: UNNotificationSoundName, withAudioVolume volume: Float
    ) -> UNNotificationSound {
        UNNotificationSound(wire: WireSound(name: name.rawValue, isCritical: true, volume: volume))
    }

    /// Two sounds are equal when they play the same.
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationSound)?.wire == wire }
    /// Agrees with `isEqual`.
    open override var hash: Int { wire.hashValue }
}
