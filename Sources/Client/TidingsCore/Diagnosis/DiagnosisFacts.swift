package import Foundation

/// Everything that a diagnosis looks at, gathered by the platform.
package struct DiagnosisFacts: Sendable, Equatable {
    /// What the Keychain says about the shared group.
    package enum KeychainGroup: String, Sendable {
        /// The group can be used.
        case usable
        /// The app has no right to it.
        case notEntitled
        /// Nothing can be said before the first unlock.
        case unknown
    }

    /// The right to receive pushes, as the embedded provisioning profile has it.
    package enum PushRight: String, Sendable {
        /// Tokens of the sandbox.
        case development
        /// Tokens of the production environment.
        case production
        /// The profile does not name it.
        case missing
        /// There is no profile, as in builds of the App Store and on simulators.
        case unknown
    }

    /// The app group that app and extension share.
    package var appGroup: String
    /// Whether its folder can be reached.
    package var isAppGroupReachable = true
    /// Whether the Keychain group can be used.
    package var keychainGroup = KeychainGroup.usable
    /// Whether the app embeds a service extension.
    package var embedsExtension = true
    /// The least system that the extension runs on.
    package var extensionTarget: String?
    /// The system that runs.
    package var osVersion = "18.0"
    /// When the extension last left its mark in the shared folder.
    package var extensionMark: Date?
    /// Whether a visible push of ours stands in the notification centre, which the extension should have seen.
    package var hasVisiblePush = false
    /// The background modes that the app declares.
    package var backgroundModes: [String] = ["remote-notification"]
    /// The right to receive pushes.
    package var pushRight = PushRight.unknown
    /// The environment that the app was configured with, if it was.
    package var configuredEnvironment: PushEnvironment?
    /// Whether the app declares scenes.
    package var hasScenes = true
    /// The permission.
    package var permission = NotificationPermission.authorized
    /// Whether there is a token.
    package var hasToken = true
    /// Whether the app delegate has ever passed a callback on in this process.
    package var hasHeardOfToken = true
    /// Whether the app wants the SDK to be the notification centre's delegate.
    package var wantsDelegate = true
    /// Whether it is.
    package var isDelegate = true
    /// The types of delegates that had taken the place.
    package var replacements: [String] = []
    /// The types of delegates that did not answer in time.
    package var silentDelegates: [String] = []
    /// Categories of notifications on the screen that the system does not know.
    package var unknownCategories: [String] = []

    /// Starts from facts of an app that is as it should be.
    package init(appGroup: String) { self.appGroup = appGroup }
}
