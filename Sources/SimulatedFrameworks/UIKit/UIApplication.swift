public import Foundation
internal import ProcessLocal

/// The running app.
@MainActor
open class UIApplication: UIResponder {
    private static let box = ProcessScoped<UIApplication?> { nil }

    nonisolated private override init() {}

    /// The app of the running process.
    open class var shared: UIApplication {
        if let application = box.value { return application }
        let application = UIApplication()
        box.value = application
        return application
    }

    /// Whether the app is in front of the person.
    public enum State: Int, Sendable {
        /// In the foreground, receiving events.
        case active = 0
        /// In the foreground, between states.
        case inactive = 1
        /// Not visible.
        case background = 2
    }

    /// Keys of the launch options.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a key from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The payload of the push that launched the app, without scenes.
        public static let remoteNotification = Self(rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
        /// The URL that launched the app, without scenes.
        public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
        /// What is known of the activity that launched the app, without scenes.
        public static let userActivityDictionary = Self(
            rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
    }

    /// Keys of the options of `open`.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a key from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Open only if an app is installed for this link.
        public static let universalLinksOnly = Self(rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    /// Keys of the options that come with a URL.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a key from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Whoever is told about the life of the app.
    open weak var delegate: (any UIApplicationDelegate)?

    /// Whether the app is in front of the person.
    open internal(set) var applicationState = State.inactive

    /// The scenes that are connected.
    open internal(set) var connectedScenes: Set<UIScene> = []

    /// Opens the app's settings.
    nonisolated public static let openSettingsURLString = "app-settings:"
    /// Opens the app's notification settings.
    nonisolated public static let openNotificationSettingsURLString = "app-settings:notifications"

    // MARK: Push

    /// Asks for a device token; the delegate gets one answer.
    open func registerForRemoteNotifications() {
        _ = SimulatedProcess.current.callNow(.registerForRemoteNotifications)
    }

    /// Wants no more pushes.
    open func unregisterForRemoteNotifications() {
        _ = SimulatedProcess.current.callNow(.unregisterForRemoteNotifications)
    }

    /// Whether the app has asked for pushes; it says nothing about permission or connection.
    open var isRegisteredForRemoteNotifications: Bool {
        SimulatedProcess.current.callNow(.isRegisteredForRemoteNotifications).flag
    }

    /// The number on the app's icon.
    @available(*, deprecated, message: "Use UNUserNotificationCenter.setBadgeCount")
    open var applicationIconBadgeNumber: Int {
        get {
            if case .number(let number) = SimulatedProcess.current.callNow(.badge) { return number }
            return 0
        }
        set { _ = SimulatedProcess.current.callNow(.setBadge(newValue)) }
    }

    // MARK: Background

    /// Whether the app may be woken in the background.
    open var backgroundRefreshStatus: UIBackgroundRefreshStatus {
        guard case .number(let number) = SimulatedProcess.current.callNow(.backgroundRefreshStatus) else {
            return .restricted
        }
        return UIBackgroundRefreshStatus(rawValue: number) ?? .restricted
    }

    /// Whether files and Keychain items that need an unlocked device can be read.
    open var isProtectedDataAvailable: Bool { SimulatedProcess.current.callNow(.isProtectedDataAvailable).flag }

    /// How long the app may go on in the background; very long while it is in the foreground.
    open var backgroundTimeRemaining: TimeInterval {
        if case .seconds(let seconds) = SimulatedProcess.current.callNow(.backgroundTimeRemaining) { return seconds }
        return 0
    }

    var expirationHandlers: [Int: @MainActor () -> Void] = [:]

    /// Asks for time to finish something after the app has left the foreground.
    open func beginBackgroundTask(
        withName taskName: String? = nil, expirationHandler handler: (@MainActor () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        guard case .number(let number) = SimulatedProcess.current.callNow(.beginBackgroundTask(name: taskName ?? ""))
        else { return .invalid }
        expirationHandlers[number] = handler
        return UIBackgroundTaskIdentifier(rawValue: number)
    }

    /// Says that it is finished.
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        guard identifier != .invalid else { return }
        expirationHandlers[identifier.rawValue] = nil
        _ = SimulatedProcess.current.callNow(.endBackgroundTask(identifier.rawValue))
    }

    // MARK: URLs

    /// Opens a URL in whatever app it belongs to.
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: ((Bool) -> Void)? = nil
    ) {
        let isUniversalOnly = options[.universalLinksOnly] as? Bool ?? false
        let isOpen = SimulatedProcess.current.callNow(
            .openURL(url.absoluteString, universalLinksOnly: isUniversalOnly)
        ).flag
        completion?(isOpen)
    }
}

extension DeviceReply {
    fileprivate var flag: Bool {
        if case .flag(let flag) = self { return flag }
        return false
    }
}
