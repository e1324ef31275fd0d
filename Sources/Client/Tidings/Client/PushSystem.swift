package import Foundation
package import PushModel
package import TidingsCore

/// The push services of the system, as functions, so that a test can stand in for them.
package struct PushSystem: Sendable {
    /// Shows the permission prompt if it was not shown yet; throws if the system refuses to present it.
    package var requestAuthorization: @Sendable (_ isProvisional: Bool) async throws -> Bool
    /// Reads the permission.
    package var permission: @Sendable () async -> NotificationPermission
    /// Asks APNs for a token; the answer comes through the app delegate.
    package var registerForRemoteNotifications: @Sendable () async -> Void
    /// Whether the app is on the screen.
    package var appState: @Sendable () async -> DisplayRule.AppState
    /// Draws a banner of the app's own.
    package var show: @Sendable (OwnBanner) async throws -> Void
    /// The system's schedule of notifications.
    package var local: LocalCenter
    /// Opens a link outside the app.
    package var open: @Sendable (URL) async -> Void
    /// Keeps the app from being suspended while work lasts, as far as the system allows; cancels it when time is up.
    package var stayAwake: @Sendable (_ work: @escaping @Sendable () async -> Void) async -> Void

    /// Creates the services from their functions.
    package init(
        requestAuthorization: @escaping @Sendable (Bool) async throws -> Bool,
        permission: @escaping @Sendable () async -> NotificationPermission,
        registerForRemoteNotifications: @escaping @Sendable () async -> Void,
        appState: @escaping @Sendable () async -> DisplayRule.AppState,
        show: @escaping @Sendable (OwnBanner) async throws -> Void, local: LocalCenter = .none,
        open: @escaping @Sendable (URL) async -> Void,
        stayAwake: @escaping @Sendable (@escaping @Sendable () async -> Void) async -> Void = { await $0() }
    ) {
        self.requestAuthorization = requestAuthorization
        self.permission = permission
        self.registerForRemoteNotifications = registerForRemoteNotifications
        self.appState = appState
        self.show = show
        self.local = local
        self.open = open
        self.stayAwake = stayAwake
    }
}

/// A banner that the app draws itself, for a push that shows nothing by its own.
package struct OwnBanner: Sendable, Equatable {
    /// The identifier of the notification: the same message replaces itself.
    package var identifier: String
    /// What it says.
    package var message: ReceivedMessage
    /// The payload, so that a tap on the banner leads to the message.
    package var raw: JSONObject
}
