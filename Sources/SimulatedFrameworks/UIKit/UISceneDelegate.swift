public import Foundation
internal import ProcessLocal

/// What a scene's delegate is told.
///
/// Every method is optional on Apple's platforms: here each has a default.
@MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    /// A scene is being connected.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    /// The scene is disconnected.
    func sceneDidDisconnect(_ scene: UIScene)
    /// The scene is active.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// The scene is about to be inactive.
    func sceneWillResignActive(_ scene: UIScene)
    /// The scene is about to be in the foreground.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// The scene is in the background.
    func sceneDidEnterBackground(_ scene: UIScene)
    /// URLs are to be opened.
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
    /// An activity is about to be handed over.
    func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String)
    /// An activity is to be gone on with, such as a universal link.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
    /// An activity could not be handed over.
    func scene(_ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error)
}

extension UISceneDelegate {
    /// Marks the method as missing.
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) { OptionalRequirement.notImplemented() }
    /// Marks the method as missing.
    public func sceneDidDisconnect(_ scene: UIScene) { OptionalRequirement.notImplemented() }
    /// Marks the method as missing.
    public func sceneDidBecomeActive(_ scene: UIScene) { OptionalRequirement.notImplemented() }
    /// Marks the method as missing.
    public func sceneWillResignActive(_ scene: UIScene) { OptionalRequirement.notImplemented() }
    /// Marks the method as missing.
    public func sceneWillEnterForeground(_ scene: UIScene) { OptionalRequirement.notImplemented() }
    /// Marks the method as missing.
    public func sceneDidEnterBackground(_ scene: UIScene) { OptionalRequirement.notImplemented() }
    /// Marks the method as missing.
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        OptionalRequirement.notImplemented()
    }
    /// Marks the method as missing.
    public func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {
        OptionalRequirement.notImplemented()
    }
    /// Marks the method as missing.
    public func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) { OptionalRequirement.notImplemented() }
    /// Marks the method as missing.
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { OptionalRequirement.notImplemented() }
}
