import ProcessLocal
import SwiftUI
import Tidings
import TidingsUI
import UIKit
import UserNotifications

/// What the SwiftUI app shows; a test switches it with a command.
@MainActor
final class TestScreen: ObservableObject {
    @Published var listens = true
    @Published var wantsOrders = false
    @Published var generation = 0
}

/// A SwiftUI app without a server: responses reach its views all the same.
struct TestSwiftUIApp: App {
    @UIApplicationDelegateAdaptor var delegate: TestSwiftUIDelegate

    var body: some Scene {
        WindowGroup { TestRootView(screen: delegate.screen) }
    }
}

struct TestRootView: View {
    @ObservedObject var screen: TestScreen

    var body: some View {
        if screen.listens {
            ListeningView(name: "view \(screen.generation)")
            ListeningView(name: "second")
        }
        if screen.wantsOrders { ListeningView(name: "orders", wanted: "order") }
    }
}

struct ListeningView: View {
    let name: String
    /// What the name of a notification begins with that this view wants; all without it.
    var wanted = ""

    var body: some View {
        Text(name)
            .onNotification { response in
                response.notification.request.identifier.hasPrefix(wanted)
            } perform: { response in
                SimulatedProcess.current.log(
                    "response",
                    ["id": response.notification.request.identifier, "by": name, "action": response.actionIdentifier])
            }
    }
}

final class TestSwiftUIDelegate: TidingsAppDelegate, UNUserNotificationCenterDelegate {
    let screen = TestScreen()

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        screen.listens = SimulatedProcess.current.environment["LISTENS"] != "0"
        Tidings.addNotificationDelegate(self)
        SimulatedProcess.current.onCommand { line in
            await MainActor.run {
                switch line {
                case "listen": self.screen.listens = true
                case "silence": self.screen.listens = false
                case "orders": self.screen.wantsOrders = true
                default: self.screen.generation += 1
                }
            }
            return "ok"
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.list, .banner, .sound])
    }
}
