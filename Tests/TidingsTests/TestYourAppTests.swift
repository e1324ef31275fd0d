import Foundation
import ProcessLocal
import SimulatedDevice
import Testing
import Tidings
import UIKit

// The code of Documentation/Guides/TestYourApp.md, word for word.

final class AppDelegate: TidingsAppDelegate, TidingsDelegate {
    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let environment = SimulatedProcess.current.environment
        if let url = environment["TIDINGS_URL"].flatMap(URL.init), let key = environment["TIDINGS_PUBLISHABLE_KEY"] {
            Tidings.configure(publishableKey: key, url: url)
        }
        Tidings.identify("ada")
        Tidings.delegate = self
        Tidings.ready()
        SimulatedProcess.current.task { _ = try? await Tidings.registerForPush() }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    func tidingsDidOpen(_ open: NotificationOpen) {
        SimulatedProcess.current.log("opened", ["title": open.notification.title])
    }
}

@Test func `a tap on a push reaches the app once`() async throws {
    let courier = DirectCourier()
    let app = AppDefinition(
        bundleID: "com.example.app", program: .app { AppDelegate() }, appGroups: ["group.com.example.app"],
        settings: ["TIDINGS_URL": "https://push.example", "TIDINGS_PUBLISHABLE_KEY": "td_pk_1"])
    let phone = try Phone(app: app, courier: courier)

    try await phone.launch()
    _ = try await phone.timeline.first(.registered)
    try await phone.background()
    courier.send(
        #"{"aps":{"alert":{"title":"Hello"}},"tidings":{"v":1,"id":"msg_1"}}"#, to: "com.example.app")
    _ = try await phone.timeline.first(.shown)
    try await phone.tap()

    let opened = try await phone.timeline.first("app.opened")
    #expect(opened["title"] == "Hello")
    await phone.stop()
}
