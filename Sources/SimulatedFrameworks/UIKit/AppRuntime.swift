internal import Foundation
package import ProcessLocal
internal import UserNotifications

/// An interface kit above UIKit that shows the app's scenes itself.
@MainActor
package protocol SceneHost: AnyObject {
    /// A scene appears, perhaps for a link.
    func connect(_ scene: UIScene, link: SceneLink?)
    /// The system frees what a scene holds.
    func disconnect(_ scene: UIScene)
    /// A scene comes to the front or leaves it.
    func enter(_ state: UIScene.ActivationState, _ scene: UIScene)
    /// A link is to be opened in a scene.
    func open(_ link: SceneLink, in scene: UIScene)
    /// The person presses what has this label; false if nothing in the scene has.
    func press(_ label: String, in scene: UIScene) -> Bool
}

/// What a scene is to open: a URL, or an activity that leads to it.
@MainActor
package struct SceneLink {
    /// Where it leads.
    package var url: URL
    /// The activity, for a universal link.
    package var activity: NSUserActivity?

    init?(_ link: WireLink?) {
        guard let link, let url = URL(string: link.url) else { return nil }
        self.url = url
        activity = link.activity
    }
}

/// Runs an app in its process: turns the device's calls into those of UIKit, in the order of a phone.
@MainActor
package final class AppRuntime {
    let application: UIApplication
    let delegate: (any UIApplicationDelegate)?
    let sceneHost: (any SceneHost)?
    var usesScenes = false
    /// The class that the property list names as the delegate of scenes; another kit brings its own.
    var sceneDelegateClass: AnyClass?
    /// Whether the app had set the notification centre's delegate by the end of its launch.
    var hadCenterDelegate = false
    /// Every scene that was ever connected, in order.
    var scenes: [UIScene] = []
    /// The scene that the person sees, or saw last.
    var front: UIScene?
    /// The scenes that were told that they enter the foreground.
    var foreground: Set<ObjectIdentifier> = []

    /// Takes the app's delegate, and the kit that shows its scenes where there is one.
    package init(delegate: (any UIApplicationDelegate)?, sceneHost: (any SceneHost)? = nil) {
        application = UIApplication.shared
        self.delegate = delegate
        self.sceneHost = sceneHost
        application.delegate = delegate
    }

    /// Lets a process answer its device as an app; the app's objects are made when it is launched.
    nonisolated package static func install(
        in process: SimulatedProcess, _ make: @escaping @MainActor @Sendable () -> AppRuntime
    ) {
        let runtime = ProcessScoped<AppRuntime?> { nil }
        process.install { [unowned process] call in
            let ready = await MainActor.run {
                if let runtime = runtime.value { return runtime }
                let made = make()
                runtime.value = made
                return made
            }
            return await ready.handle(call, in: process)
        }
    }

    private func handle(_ call: ProcessCall, in process: SimulatedProcess) async -> ProcessReply {
        let center = UNUserNotificationCenter.current()
        switch call {
        case .launch(let notification, let link, let isBackground, let scenes):
            usesScenes = scenes != nil || sceneHost != nil
            if sceneHost == nil { sceneDelegateClass = scenes?.delegateClass.flatMap(NSClassFromString) }
            launch(notification: notification, link: link, isBackground: isBackground)
            return .launched(usesScenes: usesScenes)
        case .connectScene(let response, let link, let isAnother):
            connectScene(response: response, link: link, isAnother: isAnother)
        case .disconnectScenes:
            disconnectScenes()
        case .chooseScene(let target):
            return .scene(chooseScene(for: target))
        case .setState(let state):
            enter(state)
        case .didRegister(let token):
            return answer {
                delegate?.application(application, didRegisterForRemoteNotificationsWithDeviceToken: token)
            }
        case .didFailToRegister(let code, let message):
            let error = NSError(domain: NSCocoaErrorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: message])
            return answer {
                delegate?.application(application, didFailToRegisterForRemoteNotificationsWithError: error)
            }
        case .remoteNotification(let userInfo):
            return await wake(userInfo.userInfo, in: process)
        case .willPresent(let notification):
            return await center.callWillPresent(notification)
        case .didReceive(let response, let isLaunch):
            // Whoever comes after the launch does not hear of the response that it was for.
            if isLaunch, !hadCenterDelegate { return .notImplemented }
            var response = response
            if response.hasScene { response.scene = front?.session.persistentIdentifier }
            return await center.callDidReceive(response)
        case .openSettings(let notification):
            return center.callOpenSettings(notification)
        case .open(let link):
            open(link)
        case .press(let label):
            guard let sceneHost, let front, sceneHost.press(label, in: front) else { return .notImplemented }
        case .protectedData(let isAvailable):
            protectedData(isAvailable)
        case .network(let isOnline):
            process.network.setOnline(isOnline)
        case .command(let line):
            return await process.answer(command: line).map { .text($0) } ?? .notImplemented
        case .willTerminate:
            delegate?.applicationWillTerminate(application)
            post(UIApplication.willTerminateNotification)
        case .expireBackgroundTask(let number):
            application.expirationHandlers.removeValue(forKey: number)?()
        case .backgroundRefreshChanged:
            post(UIApplication.backgroundRefreshStatusDidChangeNotification)
        case .significantTimeChange:
            post(UIApplication.significantTimeChangeNotification)
        case .timeZoneChanged:
            post(.NSSystemTimeZoneDidChange)
        case .localeChanged:
            post(NSLocale.currentLocaleDidChangeNotification)
        case .runTask, .expireTask, .pushKit, .callKit:
            return await ForwardedCalls.answer(call)
        case .extensionReceive, .extensionExpire, .contentReceive, .contentRespond:
            return .notImplemented
        }
        return .done
    }

    func answer(_ body: () -> Void?) -> ProcessReply {
        guard delegate != nil, OptionalRequirement.call(body) != nil else { return .notImplemented }
        return .done
    }

    func post(_ name: Notification.Name, _ object: NSObject? = nil) {
        NotificationCenter.default.post(name: name, object: object ?? application)
    }
}
