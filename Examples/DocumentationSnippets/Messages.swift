import Foundation
import SwiftUI
import Tidings
import UIKit
import UserNotifications

/// The conversations that the person has muted, in a database.
actor Mutes {
    static let shared = Mutes()

    func contains(_ conversation: String?) -> Bool { conversation == "chat_7" }
}

/// A conversation of the app.
struct Chat {
    let id: String
}

// snippet: conversation
struct ChatView: View {
    let chat: Chat

    var body: some View {
        Text("Messages")
            .onAppear { Tidings.conversation = chat.id }
            .onDisappear { Tidings.conversation = nil }
    }
}
// end

// snippet: intercept
@MainActor
final class QuietMode: TidingsDelegate {
    var isOn = false

    func tidingsShouldPresent(_ notification: ReceivedNotification) -> Bool {
        !isOn  // false: the app takes care of it, and it is in the history
    }

    func tidingsPresentationOptions(for notification: ReceivedNotification) -> UNNotificationPresentationOptions? {
        notification.data["urgent"] == true ? [.banner, .list, .sound] : [.list]
    }

    func tidingsDidReceive(_ notification: ReceivedNotification) {
        print("A push without a banner: \(notification.data)")
    }
}
// end

// snippet: decide
@MainActor
final class MuteFilter: TidingsDelegate {
    func tidingsDecidePresentation(of notification: ReceivedNotification) async -> UNNotificationPresentationOptions? {
        await Mutes.shared.contains(notification.conversation) ? [.list] : nil  // nil: as configured
    }
}
// end

func readHistory() async {
    // snippet: history
    await Tidings.messages.refresh()
    for message in await Tidings.messages.all(in: "chat_1") where message.isReadable {
        print(message.createdAt, message.title ?? "", message.body ?? "")
    }
    // end
}

// snippet: own-delegate
final class NotificationCenterDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        guard Tidings.isTidings(notification.request.content.userInfo) else { return completionHandler([.banner]) }
        Tidings.willPresent(notification, completion: completionHandler)
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        Tidings.didReceive(response: response, completion: completionHandler)
    }
}
// end

// snippet: forward
final class ForwardingAppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        Tidings.setDeviceToken(deviceToken)
    }

    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        Tidings.didFailToRegister(error)
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        await Tidings.didReceive(userInfo: userInfo)
    }
}
// end
