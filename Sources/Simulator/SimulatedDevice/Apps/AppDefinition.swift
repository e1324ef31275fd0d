public import Foundation

/// An app as it is installed on a device: its programs and what its property list and entitlements say.
public struct AppDefinition: Sendable {
    /// What an app declares that it may do.
    public struct Capability: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a capability from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It may have a device token.
        public static let push = Self(rawValue: "push")
        /// Silent pushes may wake it.
        public static let remoteNotificationMode = Self(rawValue: "remote-notification")
        /// Its extension may keep a push from being shown.
        public static let filtering = Self(rawValue: "filtering")
        /// Its pushes may be time-sensitive.
        public static let timeSensitive = Self(rawValue: "time-sensitive")
        /// Its pushes may sound through the mute switch and every Focus.
        public static let criticalAlerts = Self(rawValue: "critical-alerts")
        /// Its pushes may look like messages and calls of a person.
        public static let communication = Self(rawValue: "communication")
        /// The scheduler may run its short tasks.
        public static let fetchMode = Self(rawValue: "fetch")
        /// The scheduler may run its long tasks.
        public static let processingMode = Self(rawValue: "processing")
        /// It may have calls, and pushes of calls start it.
        public static let voIPMode = Self(rawValue: "voip")
    }

    /// Names the app.
    public var bundleID: String
    /// What runs as the app.
    public var program: Program
    /// What runs as its service extension, if it has one.
    public var serviceExtension: Program?
    /// Names the extension; by default the app's name followed by `.NotificationService`.
    public var extensionBundleID: String
    /// Groups whose folder app and extension share.
    public var appGroups: [String]
    /// Keychain groups that app and extension share, beyond the app groups.
    public var keychainGroups: [String]
    /// What it may do; by default have a token and be woken.
    public var capabilities: Set<Capability>
    /// Whether its property list declares scenes; a SwiftUI app has them anyway.
    public var usesScenes: Bool
    /// The class that its property list names as the delegate of scenes, such as `Example.SceneDelegate`.
    ///
    /// `UISceneDelegateClassName`; nil where the app delegate configures its scenes itself.
    public var sceneDelegateClass: String?
    /// Where its tokens are valid: sandbox for a build from Xcode, production from TestFlight and the store.
    public var environment: PushEnvironment
    /// Settings for its programs, by name; a child process finds them in its environment.
    public var settings: [String: String]
    /// The texts of its `Localizable.strings`, by key.
    public var strings: [String: String]
    /// What runs as its content extension, if it has one.
    public var contentExtension: Program?
    /// Names the content extension; by default the app's name followed by `.NotificationContent`.
    public var contentExtensionBundleID: String
    /// The categories whose notifications the content extension draws.
    public var contentExtensionCategories: Set<String> = []
    /// Names of tasks that the scheduler may run: `BGTaskSchedulerPermittedIdentifiers`.
    public var permittedTasks: Set<String> = []
    /// Activities and intents that it knows: `NSUserActivityTypes`.
    public var activityTypes: Set<String> = []
    /// Its folder of sound files and other resources.
    public var resources: URL?
    /// Whether it is an App Clip: it may notify for some hours without asking.
    public var isAppClip = false
    /// Whether it can have several windows, on a device that has room for them.
    public var supportsMultipleScenes = false
    /// The iOS version whose SDK it is built with; from 27 on an app without scenes does not launch.
    ///
    /// Source: Apple, TN3187, "the release after iOS 26"; the number of that release is assumed.
    public var sdkVersion = 26

    /// Describes an app.
    public init(
        bundleID: String, program: Program, serviceExtension: Program? = nil, extensionBundleID: String? = nil,
        appGroups: [String] = [], keychainGroups: [String] = [],
        capabilities: Set<Capability> = [.push, .remoteNotificationMode], usesScenes: Bool = false,
        environment: PushEnvironment = .sandbox, settings: [String: String] = [:], strings: [String: String] = [:]
    ) {
        self.bundleID = bundleID
        self.program = program
        self.serviceExtension = serviceExtension
        self.extensionBundleID = extensionBundleID ?? bundleID + ".NotificationService"
        self.appGroups = appGroups
        self.keychainGroups = keychainGroups
        self.capabilities = capabilities
        self.usesScenes = usesScenes
        self.environment = environment
        self.settings = settings
        self.strings = strings
        contentExtensionBundleID = bundleID + ".NotificationContent"
    }
}
