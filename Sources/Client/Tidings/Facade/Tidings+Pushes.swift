import Foundation
import PushModel
import TidingsCore
public import UserNotifications

extension Tidings {
    /// Whether a push came from Tidings; a pure look at the payload that works before `configure`.
    public static func isTidings(_ userInfo: [AnyHashable: Any]) -> Bool { PushPayload.isTidings(userInfo) }

    /// The delegate to give to `UNUserNotificationCenter`; it forwards to those that were added.
    public static var notificationDelegate: any UNUserNotificationCenterDelegate { FacadeInstance.current.relay }

    /// Adds a delegate that hears of every notification too, and decides about those that are not ours.
    ///
    /// It is held weakly. A delegate that was set on the centre before `configure` is added by itself.
    public static func addNotificationDelegate(_ delegate: any UNUserNotificationCenterDelegate) {
        FacadeInstance.current.relay.add(delegate)
    }

    /// Takes in a push that came through the app delegate; what is not ours is ignored.
    ///
    /// Returns within 25 seconds whatever the network does.
    @discardableResult
    nonisolated(nonsending) public static func didReceive(
        userInfo: [AnyHashable: Any]
    ) async -> BackgroundFetchResult {
        guard let payload = PushPayload(userInfo: userInfo) else { return .answer(hasNews: false) }
        let raw = JSONValue(any: userInfo)?.object ?? JSONObject()
        guard let client = FacadeInstance.current.configured("didReceive") else { return .answer(hasNews: false) }
        return .answer(hasNews: await client.receive(payload, raw: raw))
    }

    /// Takes in a push that came as a notification; what is not ours is ignored.
    @discardableResult
    nonisolated(nonsending) public static func didReceive(
        notification: UNNotification
    ) async -> BackgroundFetchResult {
        await didReceive(userInfo: notification.request.content.userInfo)
    }

    /// Applies the display rule, for apps with a notification delegate of their own; call it for pushes of ours only.
    ///
    /// The completion runs exactly once, on the main thread; a push that is not ours is not presented.
    public static func willPresent(
        _ notification: UNNotification, completion: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        let incoming = IncomingNotification(notification)
        let notification = Carried(notification)
        ProcessWork.start {
            var options: UNNotificationPresentationOptions = []
            if let incoming { options = await FacadeInstance.current.options(for: incoming) }
            let answer = options
            FacadeInstance.current.tell(ofPresented: notification.object, options: answer)
            await MainActor.run { completion(answer) }
        }
    }

    /// Takes in the person's response, for apps with a notification delegate of their own and for scene options.
    ///
    /// The same response may be reported as often as callbacks bring it: it counts once. What is not ours is ignored.
    public static func didReceive(response: UNNotificationResponse, completion: (@Sendable () -> Void)? = nil) {
        let response = Carried(response)
        ProcessWork.start {
            await FacadeInstance.current.receive(response)
            await MainActor.run { completion?() }
        }
    }

    /// Takes in the person's response and returns when it is safe.
    nonisolated(nonsending) public static func didReceive(response: UNNotificationResponse) async {
        await FacadeInstance.current.receive(Carried(response))
    }
}
