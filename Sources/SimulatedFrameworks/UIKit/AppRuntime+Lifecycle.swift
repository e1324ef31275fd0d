internal import Foundation
internal import ProcessLocal
internal import UserNotifications

extension AppRuntime {
    /// The app starts: both launch methods, then the notification.
    ///
    /// What launched it stands in the options only without scenes; under scenes the connection carries it.
    func launch(notification: WireValue?, url: String?, isBackground: Bool) {
        application.applicationState = isBackground ? .background : .inactive
        var options: [UIApplication.LaunchOptionsKey: Any] = [:]
        if !usesScenes {
            if let notification { options[.remoteNotification] = notification.userInfo }
            if let url = url.flatMap(URL.init(string:)) { options[.url] = url }
        }
        let launchOptions = options.isEmpty ? nil : options
        _ = delegate?.application(application, willFinishLaunchingWithOptions: launchOptions)
        _ = delegate?.application(application, didFinishLaunchingWithOptions: launchOptions)
        hadCenterDelegate = UNUserNotificationCenter.current().delegate != nil
        post(UIApplication.didFinishLaunchingNotification)
        if !usesScenes, let url = url.flatMap(URL.init(string:)) {
            _ = delegate?.application(application, open: url, options: [:])
        }
    }

    /// A scene appears: its configuration is asked for, then its delegate is told what it was opened for.
    func connectScene(response: WireResponse?, urls: [String]) {
        guard application.connectedScenes.isEmpty else { return }
        let options = UIScene.ConnectionOptions(urls: urls, response: response)
        let standard = UISceneConfiguration(name: "Default Configuration", sessionRole: .windowApplication)
        let session = UISceneSession(
            role: .windowApplication, persistentIdentifier: "scene-1", configuration: standard)
        let configuration =
            OptionalRequirement.call {
                delegate?.application(application, configurationForConnecting: session, options: options)
            }.flatMap { $0 } ?? standard
        let scene = UIScene(session: session)
        if let type = configuration.delegateClass as? NSObject.Type {
            scene.delegate = makeObject(of: type) as? any UISceneDelegate
        }
        application.connectedScenes = [scene]
        scene.activationState = .foregroundInactive
        scene.delegate?.scene(scene, willConnectTo: session, options: options)
        post(UIScene.willConnectNotification, scene)
        if application.applicationState == .background { application.applicationState = .inactive }
        sceneHost?.connect(urls: urls.compactMap(URL.init(string:)))
    }

    /// Goes to a state by way of those in between.
    func enter(_ state: WireAppState) {
        switch state {
        case .inactive:
            if application.applicationState == .active { resignActive() } else { enterForeground() }
        case .active:
            enterForeground()
            if application.applicationState != .active { becomeActive() }
        case .background:
            if application.applicationState == .active { resignActive() }
            if application.applicationState == .inactive { enterBackground() }
        }
    }

    private var scene: UIScene? { application.connectedScenes.first }

    private func enterForeground() {
        if usesScenes {
            guard let scene, !sceneHasEnteredForeground else { return }
            sceneHasEnteredForeground = true
            scene.delegate?.sceneWillEnterForeground(scene)
            post(UIScene.willEnterForegroundNotification, scene)
            post(UIApplication.willEnterForegroundNotification)
            scene.activationState = .foregroundInactive
            sceneHost?.enter(.foregroundInactive)
        } else {
            guard application.applicationState == .background else { return }
            delegate?.applicationWillEnterForeground(application)
            post(UIApplication.willEnterForegroundNotification)
        }
        application.applicationState = .inactive
    }

    private func becomeActive() {
        application.applicationState = .active
        if usesScenes {
            guard let scene else { return }
            scene.activationState = .foregroundActive
            scene.delegate?.sceneDidBecomeActive(scene)
            post(UIScene.didActivateNotification, scene)
            sceneHost?.enter(.foregroundActive)
        } else {
            delegate?.applicationDidBecomeActive(application)
        }
        post(UIApplication.didBecomeActiveNotification)
    }

    private func resignActive() {
        if usesScenes {
            guard let scene else { return }
            scene.delegate?.sceneWillResignActive(scene)
            post(UIScene.willDeactivateNotification, scene)
            scene.activationState = .foregroundInactive
            sceneHost?.enter(.foregroundInactive)
        } else {
            delegate?.applicationWillResignActive(application)
        }
        post(UIApplication.willResignActiveNotification)
        application.applicationState = .inactive
    }

    private func enterBackground() {
        application.applicationState = .background
        if usesScenes {
            guard let scene else { return }
            sceneHasEnteredForeground = false
            scene.activationState = .background
            scene.delegate?.sceneDidEnterBackground(scene)
            post(UIScene.didEnterBackgroundNotification, scene)
            sceneHost?.enter(.background)
        } else {
            delegate?.applicationDidEnterBackground(application)
        }
        post(UIApplication.didEnterBackgroundNotification)
    }

    /// A link is opened in the running app.
    func open(_ text: String) {
        guard let url = URL(string: text) else { return }
        if usesScenes {
            guard let scene else { return }
            scene.delegate?.scene(scene, openURLContexts: [UIOpenURLContext(url: url)])
            sceneHost?.open(url)
        } else {
            _ = delegate?.application(application, open: url, options: [:])
        }
    }

    /// The device was unlocked, or is being locked.
    func protectedData(_ isAvailable: Bool) {
        if isAvailable {
            delegate?.applicationProtectedDataDidBecomeAvailable(application)
            post(UIApplication.protectedDataDidBecomeAvailableNotification)
        } else {
            delegate?.applicationProtectedDataWillBecomeUnavailable(application)
            post(UIApplication.protectedDataWillBecomeUnavailableNotification)
        }
    }
}
