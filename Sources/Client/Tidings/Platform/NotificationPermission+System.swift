import TidingsCore
package import UserNotifications

extension NotificationPermission {
    /// Takes the system's word for it; a status that this version does not know counts as authorized.
    package init(_ status: UNAuthorizationStatus) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .denied: self = .denied
        case .authorized: self = .authorized
        case .provisional: self = .provisional
        // App Clips exist on phones only.
        #if !os(macOS) && !os(watchOS)
            case .ephemeral: self = .ephemeral
        #endif
        @unknown default: self = .authorized
        }
    }
}
