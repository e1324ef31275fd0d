import Foundation
import PushModel
public import TidingsCore
import TidingsNotifications
import UserNotifications

extension Tidings {
    /// Shows a push of another sender while the app is active; otherwise the system has shown it already.
    ///
    /// - Parameters:
    ///   - userInfo: The payload, as the app delegate got it.
    ///   - rules: What is shown.
    /// - Returns: The name of the notification; nil if nothing was shown.
    nonisolated(nonsending) public static func showForeign(
        userInfo: [AnyHashable: Any], rules: ForeignRules = ForeignRules()
    ) async -> String? {
        let facade = FacadeInstance.current
        guard facade.isAppActive, !rules.suppressesForegroundBanner,
            let message = ForeignMessage(userInfo: userInfo), message.options != nil || rules.showsWithoutOptions
        else { return nil }
        let log = ClientLog.system(minimum: .warning)
        for warning in message.warnings {
            log(.warning, "A foreign push was not read as it was meant", ("why", warning))
        }
        guard !(message.title + message.body).allSatisfy(\.isWhitespace) else { return nil }
        let name = message.id ?? UUID().uuidString
        do {
            try await put(name, message, raw: JSONValue(any: userInfo)?.object ?? JSONObject())
            return name
        } catch {
            log(.warning, "A foreign push could not be shown", ("error", "\(type(of: error))"))
            return nil
        }
    }

    private static func put(_ name: String, _ message: ForeignMessage, raw: JSONObject) async throws {
        let content = UNMutableNotificationContent()
        content.userInfo = raw.userInfo
        content.title = message.title
        content.body = message.body
        if let options = message.options { ContentWriter.write(options, to: content) }
        try await UNUserNotificationCenter.current().add(
            UNNotificationRequest(identifier: name, content: content, trigger: nil))
    }
}
