import ProcessLocal
import UIKit
import UserNotifications

/// An app delegate whose scenes have a delegate of their own.
@MainActor
final class SceneAppDelegate: DelegateNotes, UIApplicationDelegate {
    let center = CenterDelegate()

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = center
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        SimulatedProcess.current.log("configuration", ["response": "\(options.notificationResponse != nil)"])
        let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
        configuration.delegateClass = RecordingSceneDelegate.self
        return configuration
    }
}

/// A scene delegate that puts every call on the timeline.
@MainActor
final class RecordingSceneDelegate: UIResponder, UISceneDelegate {
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        SimulatedProcess.current.log(
            "willConnect",
            [
                "response": connectionOptions.notificationResponse?.notification.request.identifier ?? "",
                "urls": connectionOptions.urlContexts.map(\.url.absoluteString).joined(),
            ])
    }
    func sceneWillEnterForeground(_ scene: UIScene) {
        SimulatedProcess.current.log("sceneWillEnterForeground", ["state": "\(scene.activationState.rawValue)"])
    }
    func sceneDidBecomeActive(_ scene: UIScene) {
        SimulatedProcess.current.log("sceneDidBecomeActive", ["state": "\(scene.activationState.rawValue)"])
    }
    func sceneWillResignActive(_ scene: UIScene) { SimulatedProcess.current.log("sceneWillResignActive") }
    func sceneDidEnterBackground(_ scene: UIScene) {
        SimulatedProcess.current.log("sceneDidEnterBackground", ["state": "\(scene.activationState.rawValue)"])
    }
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        SimulatedProcess.current.log("sceneOpenURL", ["urls": URLContexts.map(\.url.absoluteString).joined()])
    }
}
