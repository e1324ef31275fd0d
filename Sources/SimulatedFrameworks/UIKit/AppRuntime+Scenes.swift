internal import Foundation
internal import ProcessLocal

/// The windows of an app: one, or several where it supports them. One of them is in front.
extension AppRuntime {
    /// A scene appears: its configuration is asked for, then its delegate is told what it was opened for.
    ///
    /// A configuration without a delegate class gets the one of the property list, whatever its name: that a phone looks the
    /// name up is left out.
    func connectScene(response: WireResponse?, link: WireLink?, isAnother: Bool) {
        guard scenes.isEmpty || isAnother else { return }
        if let front { putBehind(front) }
        var response = response
        let name = "scene-\(scenes.count + 1)"
        response?.scene = name
        let options = UIScene.ConnectionOptions(link: link, response: response)
        let standard = UISceneConfiguration(name: "Default Configuration", sessionRole: .windowApplication)
        standard.delegateClass = sceneDelegateClass
        let session = UISceneSession(
            role: .windowApplication, persistentIdentifier: name, configuration: standard)
        let configuration =
            OptionalRequirement.call {
                delegate?.application(application, configurationForConnecting: session, options: options)
            }.flatMap { $0 } ?? standard
        let scene = UIScene(session: session)
        if let type = (configuration.delegateClass ?? sceneDelegateClass) as? NSObject.Type {
            scene.delegate = makeObject(of: type) as? any UISceneDelegate
        }
        scenes.append(scene)
        front = scene
        application.connectedScenes = Set(scenes)
        scene.activationState = .foregroundInactive
        scene.delegate?.scene(scene, willConnectTo: session, options: options)
        post(UIScene.willConnectNotification, scene)
        if application.applicationState == .background { application.applicationState = .inactive }
        sceneHost?.connect(scene, link: SceneLink(link))
    }

    /// The scenes go; their sessions can be connected again.
    func disconnectScenes() {
        for scene in scenes {
            scene.activationState = .unattached
            scene.delegate?.sceneDidDisconnect(scene)
            post(UIScene.didDisconnectNotification, scene)
            sceneHost?.disconnect(scene)
        }
        scenes = []
        front = nil
        foreground = []
        application.connectedScenes = []
    }

    /// Brings the scene to the front that can show content with an identifier, best one that prefers to.
    ///
    /// Source: Apple documentation, "Targeting content with scene activation conditions". Nil when every scene refuses.
    func chooseScene(for target: String?) -> String? {
        let able = scenes.filter {
            $0.activationConditions.canActivateForTargetContentIdentifierPredicate.evaluate(with: target)
        }
        let preferring = able.first {
            $0.activationConditions.prefersToActivateForTargetContentIdentifierPredicate.evaluate(with: target)
        }
        // Among scenes that are as good as each other, the one in front: unverified on a device.
        guard let chosen = preferring ?? able.first(where: { $0 === front }) ?? able.first else { return nil }
        if let front, front !== chosen { putBehind(front) }
        front = chosen
        return chosen.session.persistentIdentifier
    }

    func openInScene(_ link: WireLink) {
        guard let front else { return }
        if let activity = link.activity {
            front.delegate?.scene(front, continue: activity)
        } else if let url = link.plainURL {
            front.delegate?.scene(front, openURLContexts: [UIOpenURLContext(url: url)])
        }
        if let link = SceneLink(link) { sceneHost?.open(link, in: front) }
    }

    /// A scene makes way for another one.
    private func putBehind(_ scene: UIScene) {
        if scene.activationState == .foregroundActive { deactivateScene(scene) }
        if scene.activationState == .foregroundInactive { hideScene(scene) }
    }

    // MARK: Steps of one scene

    /// False when the scene was in the foreground already.
    func showScene(_ scene: UIScene) -> Bool {
        guard foreground.insert(ObjectIdentifier(scene)).inserted else { return false }
        scene.delegate?.sceneWillEnterForeground(scene)
        post(UIScene.willEnterForegroundNotification, scene)
        scene.activationState = .foregroundInactive
        sceneHost?.enter(.foregroundInactive, scene)
        return true
    }

    func activateScene(_ scene: UIScene) {
        guard scene.activationState != .foregroundActive else { return }
        scene.activationState = .foregroundActive
        scene.delegate?.sceneDidBecomeActive(scene)
        post(UIScene.didActivateNotification, scene)
        sceneHost?.enter(.foregroundActive, scene)
    }

    func deactivateScene(_ scene: UIScene) {
        scene.delegate?.sceneWillResignActive(scene)
        post(UIScene.willDeactivateNotification, scene)
        scene.activationState = .foregroundInactive
        sceneHost?.enter(.foregroundInactive, scene)
    }

    func hideScene(_ scene: UIScene) {
        foreground.remove(ObjectIdentifier(scene))
        scene.activationState = .background
        scene.delegate?.sceneDidEnterBackground(scene)
        post(UIScene.didEnterBackgroundNotification, scene)
        sceneHost?.enter(.background, scene)
    }
}
