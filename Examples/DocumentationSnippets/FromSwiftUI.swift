import SwiftUI
import Tidings
import TidingsUI
import UIKit
import UserNotifications

// The samples of the SwiftUI article under our names; see Documentation/ComingFrom/SwiftUI.md.

// snippet: swiftui-delegate
final class MyAppDelegate: TidingsAppDelegate, UNUserNotificationCenterDelegate {
    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Tidings.addNotificationDelegate(self)
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound]) { _, _ in }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    // Needed if notifications of others should be presented while the app is in the foreground
    nonisolated func userNotificationCenter(
        _: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.list, .banner, .sound])
    }
}
// end

// snippet: swiftui-app
struct MyApp: App {
    @UIApplicationDelegateAdaptor var appDelegate: MyAppDelegate

    var body: some Scene {
        WindowGroup {
            HelloView()
        }
    }
}
// end

// snippet: swiftui-view
struct HelloView: View {
    var body: some View {
        Text("Hello World")
            .onNotification { notification in
                print(notification)
            }
    }
}
// end

// snippet: swiftui-modifier
struct OrderModifier: ViewModifier {
    let onOrder: @MainActor (UNNotificationResponse) -> Void

    func body(content: Content) -> some View {
        content.onNotification { response in
            response.notification.request.content.categoryIdentifier == "order"
        } perform: { response in
            onOrder(response)
        }
    }
}

extension View {
    func onOrder(perform action: @escaping @MainActor (UNNotificationResponse) -> Void) -> some View {
        modifier(OrderModifier(onOrder: action))
    }
}
// end
