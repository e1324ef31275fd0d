#if !os(macOS) && !os(watchOS) && !os(tvOS)
    public import PushModel
    import TidingsCore
    public import TidingsNotifications
    public import UIKit
    public import UserNotifications
    public import UserNotificationsUI

    /// The base class of a notification content extension: an interface of your own for messages and calls that the person
    /// opens up.
    ///
    /// Override `show(_:)` for messages, `show(_:for:)` for calls, and `respond(to:text:)` for the buttons. The categories stand
    /// in the extension's property list (`UNNotificationExtensionCategory`): those of your messages, and `tidings.call` and
    /// `tidings.call.missed`.
    @MainActor
    open class TidingsNotificationContent: UIViewController, UNNotificationContentExtension {
        /// A message as it stands in a notification.
        public struct Message {
            /// The notification, with the texts that the service extension has put in.
            public let notification: UNNotification
            /// The message's id; nil for a push that is not ours.
            public let messageID: String?
            /// What was sealed, if it was and could be read.
            public let decrypted: DecryptedPayload?

            /// The first line.
            public var title: String { notification.request.content.title }
            /// The text.
            public var body: String { notification.request.content.body }
        }

        /// What is shown; nil before the system hands over anything.
        public private(set) var notification: UNNotification?

        /// The app group shared with the app; `group.` and the app's bundle id if nil.
        open var appGroup: String? { nil }

        /// Shows a message; called again for further ones of the same thread.
        open func show(_ message: Message) {}

        /// Shows the notification of a call; as a message unless it is overridden.
        open func show(_ message: Message, for call: CallNotice) { show(message) }

        /// The person pressed a button, and perhaps wrote something; by itself the app hears of it.
        open func respond(to action: String, text: String?) async -> UNNotificationContentExtensionResponseOption {
            .dismissAndForwardAction
        }

        /// Opens the app as a tap does.
        public func openApp() { extensionContext?.performNotificationDefaultAction() }

        /// Closes the notification again.
        public func close() { extensionContext?.dismissNotificationContentExtension() }

        /// Takes in a notification; subclasses override `show`.
        public func didReceive(_ notification: UNNotification) {
            self.notification = notification
            let userInfo = notification.request.content.userInfo
            let payload = PushPayload(userInfo: userInfo)
            let decrypted = PayloadDecryption.decrypt(userInfo: userInfo, appGroup: appGroup)
            let message = Message(
                notification: notification, messageID: payload?.envelope.id, decrypted: decrypted)
            if let call = decrypted?.message.call ?? payload?.envelope.call {
                show(message, for: call)
            } else {
                show(message)
            }
        }

        /// Takes in a response; subclasses override `respond`.
        public func didReceive(
            _ response: UNNotificationResponse,
            completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
        ) {
            let action = response.actionIdentifier
            let text = (response as? UNTextInputNotificationResponse)?.userText
            let completion = Carried(completion)
            ProcessWork.start { [weak self] in
                let option = await self?.respond(to: action, text: text) ?? .dismissAndForwardAction
                await MainActor.run { completion.object(option) }
            }
        }
    }
#endif
