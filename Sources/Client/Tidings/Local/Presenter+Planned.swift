import Foundation
import PushModel
import TidingsCore
import UserNotifications

extension Presenter {
    /// Takes a push that is about a notification for later.
    ///
    /// The app is asked now: when the time comes it may not run.
    func plan(_ message: ReceivedMessage, _ received: ReceivedNotification, raw: JSONObject) async {
        let isWanted = message.local == nil ? true : await mayPresent(received)
        if !isWanted { await suppress(received.payload, .intercepted) }
        await planner.take(message, raw: raw, isWanted: isWanted)
    }

    /// Answers how a planned notification appears whose time has come while the app is on the screen.
    func options(forPlanned notification: IncomingNotification) async -> UNNotificationPresentationOptions {
        let recipients = await install.session?.registration.recipients
        let reader = MessageReader(vault: environment.vault, recipients: recipients)
        // Its time to live was that of the push: it arrived in time.
        switch reader.peek(notification.payload, now: .distantPast) {
        case .refused(let refusal):
            if refusal == .otherSubscriber { await suppress(notification.payload, .otherSubscriber) }
            return []
        case .message(let message, _):
            let received = ReceivedNotification(message, payload: notification.payload, raw: notification.raw)
            guard case .present(let options, let isRepeat) = await decide(message, received, state: .foreground) else {
                return []
            }
            return isRepeat ? [.list] : options
        }
    }
}
