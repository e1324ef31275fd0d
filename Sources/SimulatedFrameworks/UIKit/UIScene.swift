public import Foundation
package import ProcessLocal
public import UserNotifications

/// One instance of the app's interface.
@MainActor
open class UIScene: UIResponder {
    /// Whether a scene is in front of the person.
    public enum ActivationState: Int, Sendable {
        /// Not connected.
        case unattached = -1
        /// In the foreground, receiving events.
        case foregroundActive = 0
        /// In the foreground, between states.
        case foregroundInactive = 1
        /// Not visible.
        case background = 2
    }

    /// What came with the connection of a scene.
    @MainActor
    open class ConnectionOptions: NSObject {
        /// The URLs to open.
        public let urlContexts: Set<UIOpenURLContext>
        /// The app that asked to open them.
        public let sourceApplication: String?
        /// An activity that another device hands over.
        public let handoffUserActivityType: String?
        /// The activities to go on with, such as universal links.
        public let userActivities: Set<NSUserActivity>
        /// What the person did with a notification to launch the app.
        public let notificationResponse: UNNotificationResponse?

        package init(link: WireLink?, response: WireResponse?) {
            urlContexts = Set([link?.plainURL].compactMap(\.self).map(UIOpenURLContext.init(url:)))
            userActivities = Set([link?.activity].compactMap(\.self))
            notificationResponse = response.map(UNNotificationResponse.make)
            sourceApplication = nil
            handoffUserActivityType = nil
        }
    }

    /// What came with a URL.
    @MainActor
    open class OpenURLOptions: NSObject {
        /// The app that asked to open it.
        open var sourceApplication: String? { nil }
        /// What that app added.
        open var annotation: Any? { nil }
        /// Whether a document is to be opened where it is.
        open var openInPlace: Bool { false }

        nonisolated override init() {}
    }

    /// Whoever is told about the life of the scene.
    open var delegate: (any UISceneDelegate)?
    /// When the system chooses this scene to show something.
    open var activationConditions = UISceneActivationConditions()
    /// Whether it is in front of the person.
    open internal(set) var activationState = ActivationState.unattached
    /// What the scene is an instance of.
    public let session: UISceneSession

    init(session: UISceneSession) { self.session = session }
}

/// A URL to open.
@MainActor
open class UIOpenURLContext: NSObject {
    /// The URL.
    public let url: URL
    /// What came with it.
    public let options: UIScene.OpenURLOptions

    init(url: URL) {
        self.url = url
        options = UIScene.OpenURLOptions()
    }
}

/// What a scene is an instance of, across launches.
@MainActor
open class UISceneSession: NSObject {
    /// What part a scene plays.
    public struct Role: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a role from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// An ordinary window of the app.
        public static let windowApplication = Self(rawValue: "UIWindowSceneSessionRoleApplication")
    }

    /// What part it plays.
    public let role: Role
    /// Names it across launches.
    public let persistentIdentifier: String
    /// How its scene is set up.
    public let configuration: UISceneConfiguration

    init(role: Role, persistentIdentifier: String, configuration: UISceneConfiguration) {
        self.role = role
        self.persistentIdentifier = persistentIdentifier
        self.configuration = configuration
    }
}

/// How a scene is set up.
@MainActor
open class UISceneConfiguration: NSObject {
    /// Its name in the app's property list.
    public let name: String?
    /// What part its scenes play.
    public let role: UISceneSession.Role
    /// The class whose object is the scene's delegate.
    open var delegateClass: AnyClass?

    /// Describes how a scene is set up.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
    }
}

/// The conditions under which a scene is chosen for something.
@MainActor
open class UISceneActivationConditions: NSObject {
    /// Whether the scene can show content with this identifier.
    open var canActivateForTargetContentIdentifierPredicate = NSPredicate(value: true)
    /// Whether the scene is the best to show content with this identifier.
    open var prefersToActivateForTargetContentIdentifierPredicate = NSPredicate(value: false)

    /// Any scene will do.
    nonisolated public override init() {}
}

extension WireLink {
    /// The URL, unless it comes as an activity.
    @MainActor var plainURL: URL? { isUniversal ? nil : URL(string: url) }

    /// The activity as which it comes; nil for a link in the app's own scheme.
    @MainActor var activity: NSUserActivity? {
        guard isUniversal else { return nil }
        let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
        activity.webpageURL = URL(string: url)
        return activity
    }
}
