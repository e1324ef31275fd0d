import ProcessLocal
import Tidings
import UIKit
import UserNotifications

/// The delegate of the app's windows, where its property list declares scenes.
///
/// A tap that starts the app comes with the connection of the scene, and to the notification centre's delegate as well:
/// the SDK counts it once.
final class SceneDelegate: UIResponder, UISceneDelegate {
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let response = connectionOptions.notificationResponse else { return }
        let id = response.notification.request.identifier
        SimulatedProcess.current.log("sceneConnected", ["id": id])
        Tidings.didReceive(response: response) { SimulatedProcess.current.log("sceneResponseTaken", ["id": id]) }
    }
}
