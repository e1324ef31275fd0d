import ProcessLocal
import SimulatedDevice
import Testing
import UIKit
import UserNotifications

/// An app that asks for permission and a token.
private final class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        SimulatedProcess.current.task {
            _ = try? await UNUserNotificationCenter.current().requestAuthorization(options: [.alert])
            await UIApplication.shared.registerForRemoteNotifications()
        }
        return true
    }
}

/// The example of the module's page.
@Suite(.timeLimit(.minutes(1))) struct ExampleTests {
    @Test func `a push is shown by a phone and tapped`() async throws {
        let courier = DirectCourier()
        let app = AppDefinition(bundleID: "com.example.app", program: .app { AppDelegate() })
        let phone = try Phone(app: app, courier: courier)

        try await phone.launch()
        _ = try await phone.timeline.first(.registered)
        try await phone.background()
        courier.send(#"{"aps":{"alert":"Hello"}}"#, to: "com.example.app")
        let shown = try await phone.timeline.first(.shown)
        try await phone.tap()

        #expect(shown["body"] == "Hello")
        await phone.stop()
    }
}
