import Foundation
import TidingsCore
import TidingsNotifications
public import UserNotifications

/// The work of the service as a function, for an extension that belongs to several SDKs or has a base class already.
public struct NotificationProcessor: Sendable {
    private let appGroup: String?
    private let dependencies: ServiceDependencies

    /// Creates a processor.
    ///
    /// - Parameter appGroup: The app group shared with the app; `group.` and the app's bundle id if nil.
    public init(appGroup: String? = nil) {
        self.init(appGroup: appGroup, dependencies: .live)
    }

    package init(appGroup: String?, dependencies: ServiceDependencies) {
        self.appGroup = appGroup
        self.dependencies = dependencies
    }

    /// Makes the content that the person should see, and calls the handler exactly once, before the deadline.
    ///
    /// A push that is not ours comes back unchanged at once. Call `serviceExtensionTimeWillExpire` of the returned
    /// object from your own, or leave it: the deadline is kept without it.
    ///
    /// - Parameters:
    ///   - request: What the system gave.
    ///   - content: The content to start from, if you have changed it already: its `userInfo` counts, such as
    ///     `notifee_options` that you set there. The request's own if nil.
    ///   - contentHandler: What the system gave.
    /// - Returns: The service at work, which takes the system's expiry call.
    @discardableResult
    public func process(
        _ request: UNNotificationRequest, content: UNNotificationContent? = nil,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) -> TidingsNotificationService {
        let service = FixedGroupService(appGroup: appGroup)
        service.dependencies = dependencies
        service.begin(request.identifier, content ?? request.content, contentHandler)
        return service
    }

    private final class FixedGroupService: TidingsNotificationService {
        private let group: String?

        init(appGroup: String?) {
            group = appGroup
            super.init()
        }

        override var appGroup: String? { group }
    }
}
