import Foundation
import ProcessLocal
import PushModel
import Tidings
import UIKit

extension TestAppDelegate {
    /// Calls what an app may call on its main thread, at once.
    @MainActor func everything() {
        Tidings.identify("ada")
        Tidings.track("order.placed", data: ["total": 12])
        Tidings.setAttributes(["plan": "pro"])
        Tidings.setDeviceToken(Data([1, 2, 3]))
        Tidings.conversation = "c1"
        Tidings.onDeepLink { _ in true }
        Tidings.actions.register("other") { _ in }
        if let link = URL(string: "app://slow") { Tidings.open(link) }
        Tidings.ready()
        _ = Tidings.permissions()
        _ = Tidings.notificationEvents()
        _ = (Tidings.isTidings([:]), Tidings.session.state)
        SimulatedProcess.current.log("called", [:])
    }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
        if self.options.current.handsOverSceneOptions { configuration.delegateClass = HandingSceneDelegate.self }
        return configuration
    }
}

/// Hands over what a scene is opened for, as an app does that does not know which callback will bring it.
final class HandingSceneDelegate: NSObject, UISceneDelegate {
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        if let response = connectionOptions.notificationResponse { Tidings.didReceive(response: response) }
    }
}
