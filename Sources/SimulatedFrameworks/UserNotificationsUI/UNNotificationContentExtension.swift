public import Foundation
internal import ProcessLocal

/// What becomes of a notification after its content extension has heard of a response.
public enum UNNotificationContentExtensionResponseOption: UInt, Sendable {
    /// It stays open.
    case doNotDismiss = 0
    /// It is closed, and the app hears nothing.
    case dismiss = 1
    /// It is closed, and the app hears of the response.
    case dismissAndForwardAction = 2
}

/// The button that plays what an extension shows.
public enum UNNotificationContentExtensionMediaPlayPauseButtonType: UInt, Sendable {
    /// None.
    case none = 0
    /// One that stays.
    case `default` = 1
    /// One that hides while it plays.
    case overlay = 2
}

/// An object that draws the notifications of some categories once the person opens them up.
@MainActor
public protocol UNNotificationContentExtension: NSObjectProtocol {
    /// A notification is to be drawn; called again for further ones of the same thread.
    func didReceive(_ notification: UNNotification)
    /// The person pressed a button of the notification.
    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void)
    /// The kind of button that plays.
    var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { get }
    /// The person wants to hear or see it.
    func mediaPlay()
    /// The person has had enough.
    func mediaPause()
}

extension UNNotificationContentExtension {
    /// Marks the method as missing.
    public func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) { OptionalRequirement.notImplemented() }
    /// None.
    public var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { .none }
    /// Marks the method as missing.
    public func mediaPlay() { OptionalRequirement.notImplemented() }
    /// Marks the method as missing.
    public func mediaPause() { OptionalRequirement.notImplemented() }
}
