public import Foundation
import TidingsCore
public import UserNotifications

/// Everything that an app can set about the SDK.
public struct Configuration: Sendable {
    /// What the SDK does with a notification that arrives while the app is on the screen.
    public enum ForegroundPresentation: Sendable {
        /// Banner, list, sound and badge.
        case banner
        /// Nothing; the app shows what it wants in its own way.
        case hidden

        /// The options for the system.
        public var options: UNNotificationPresentationOptions {
            switch self {
            case .banner: [.banner, .list, .sound, .badge]
            case .hidden: []
            }
        }
    }

    /// What opening a notification takes off the notification centre.
    public enum Clearing: Sendable {
        /// Nothing, and the badge stays as the last message set it.
        case never
        /// The rest of its group; the badge becomes the number of our notifications that are left.
        case tappedThread
    }

    /// The client key, `td_pk_…`.
    public var publishableKey: String
    /// The server's base address.
    public var url: URL
    /// The app group shared with the service extension; `group.` and the app's bundle id if nil.
    public var appGroup: String?
    /// The APNs environment; read from the embedded provisioning profile if nil.
    public var pushEnvironment: PushEnvironment?
    /// What happens in the foreground; `.banner` by default.
    public var foregroundPresentation: ForegroundPresentation = .banner
    /// The least level of log lines; `.warning` by default.
    public var logLevel: ClientLog.Level = .warning
    /// Whether the server hears of what keeps pushes from working, as the event `tidings.diagnosis`; false by default.
    public var sharesDiagnosis = false
    /// What happens in the foreground to notifications that are not ours, where the app has no delegate for them;
    /// `.banner` by default.
    public var foreignForegroundPresentation: ForegroundPresentation = .banner
    /// Whether the SDK handles taps on pushes; true by default.
    ///
    /// If false they only go to the other delegates. Taps on what the SDK put up itself are handled in any case.
    public var handlesRemoteTaps = true
    /// Whether the device is registered before anybody was identified; true by default.
    public var registersAnonymously = true
    /// Whether the SDK reports how long the app was on the screen; true by default.
    public var tracksSessions = true
    /// What opening a notification does to the others; `.never` by default: nothing is cleared unless asked for.
    public var clearing: Clearing = .never
    /// The hosts of the app's own universal links, such as `example.com`: they are never opened in the browser.
    public var universalLinkHosts: Set<String> = []
    /// Whether the SDK becomes the notification centre's delegate and forwards to the one that was there; true by default.
    public var installsNotificationDelegate = true

    /// Creates a configuration with the defaults.
    public init(publishableKey: String, url: URL) {
        self.publishableKey = publishableKey
        self.url = url
    }
}
