public import Foundation
public import UserNotifications

/// What an app may decide and wants to know about its messages; every method has a default.
@MainActor
public protocol TidingsDelegate: AnyObject {
    /// Says whether the SDK presents a message; false means that the app takes care of it.
    ///
    /// Asked once for every message that could be read, in whatever state the app and on whatever screen the person is.
    /// After true the display rule still applies. The message is in the history either way.
    func tidingsShouldPresent(_ notification: ReceivedNotification) -> Bool

    /// Chooses how a message appears while the app is on the screen; nil means as configured.
    func tidingsPresentationOptions(for notification: ReceivedNotification) -> UNNotificationPresentationOptions?

    /// Chooses as `tidingsPresentationOptions` does, where that takes a moment, such as a look into a database.
    ///
    /// By default it asks `tidingsPresentationOptions`. After eight seconds the message appears as configured.
    func tidingsDecidePresentation(of notification: ReceivedNotification) async -> UNNotificationPresentationOptions?

    /// A push came that shows nothing by itself.
    func tidingsDidReceive(_ notification: ReceivedNotification)

    /// The person answered a notification; called once for each answer after `Tidings.ready()`.
    func tidingsDidOpen(_ open: NotificationOpen)

    /// Opens the link of a notification that was tapped; true means that the app did, false leaves it to the system.
    func tidingsOpenDeepLink(_ url: URL, of open: NotificationOpen) -> Bool

    /// Opens a link that reached the app from outside and was given to `Tidings.open`; true means that the app did.
    func tidingsOpenLink(_ url: URL) -> Bool
}

extension TidingsDelegate {
    /// Lets the SDK present every message.
    public func tidingsShouldPresent(_ notification: ReceivedNotification) -> Bool { true }

    /// Takes what is configured.
    public func tidingsPresentationOptions(for notification: ReceivedNotification)
        -> UNNotificationPresentationOptions?
    { nil }

    /// Asks `tidingsPresentationOptions`.
    public func tidingsDecidePresentation(
        of notification: ReceivedNotification
    ) async -> UNNotificationPresentationOptions? { tidingsPresentationOptions(for: notification) }

    /// Does nothing.
    public func tidingsDidReceive(_ notification: ReceivedNotification) {}

    /// Does nothing.
    public func tidingsDidOpen(_ open: NotificationOpen) {}

    /// Leaves every link to the system.
    public func tidingsOpenDeepLink(_ url: URL, of open: NotificationOpen) -> Bool { false }

    /// Leaves every link to the closure of `Tidings.onDeepLink`.
    public func tidingsOpenLink(_ url: URL) -> Bool { false }
}
