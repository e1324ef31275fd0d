internal import Foundation
internal import ProcessLocal
internal import UserNotifications

extension AppRuntime {
    /// The app starts: both launch methods, then the notification.
    ///
    /// What launched it stands in the options only without scenes; under scenes the connection carries it. A link is also
    /// opened, unless a launch method answers that the app has dealt with it.
    func launch(notification: WireValue?, link: WireLink?, isBackground: Bool) {
        application.applicationState = isBackground ? .background : .inactive
        var options: [UIApplication.LaunchOptionsKey: Any] = [:]
        if !usesScenes {
            if let notification { options[.remoteNotification] = notification.userInfo }
            if let url = link?.plainURL { options[.url] = url }
            if let activity = link?.activity { options[.userActivityDictionary] = ["activity": activity] }
        }
        let launchOptions = options.isEmpty ? nil : options
        var opensLink = true
        if let delegate {
            let will = OptionalRequirement.call {
                delegate.application(application, willFinishLaunchingWithOptions: launchOptions)
            }
            let did = OptionalRequirement.call {
                delegate.application(application, didFinishLaunchingWithOptions: launchOptions)
            }
            opensLink = will != false && did != false
        }
        hadCenterDelegate = UNUserNotificationCenter.current().delegate != nil
        post(UIApplication.didFinishLaunchingNotification)
        if !usesScenes, opensLink, let link { openInDelegate(link) }
    }

    /// Goes to a state by way of those in between.
    func enter(_ state: WireAppState) {
        switch state {
        case .inactive:
            if application.applicationState == .active { resignActive() } else { enterForeground() }
        case .active:
            enterForeground()
            becomeActive()
        case .background:
            if application.applicationState == .active { resignActive() }
            if application.applicationState == .inactive { enterBackground() }
        }
    }

    private func enterForeground() {
        if usesScenes {
            guard let front, showScene(front) else { return }
            if application.applicationState != .active { post(UIApplication.willEnterForegroundNotification) }
        } else {
            guard application.applicationState == .background else { return }
            delegate?.applicationWillEnterForeground(application)
            post(UIApplication.willEnterForegroundNotification)
        }
        if application.applicationState != .active { application.applicationState = .inactive }
    }

    private func becomeActive() {
        let wasActive = application.applicationState == .active
        application.applicationState = .active
        if usesScenes {
            guard let front else { return }
            activateScene(front)
        } else if !wasActive {
            delegate?.applicationDidBecomeActive(application)
        }
        if !wasActive { post(UIApplication.didBecomeActiveNotification) }
    }

    private func resignActive() {
        if usesScenes {
            guard let front else { return }
            deactivateScene(front)
        } else {
            delegate?.applicationWillResignActive(application)
        }
        post(UIApplication.willResignActiveNotification)
        application.applicationState = .inactive
    }

    private func enterBackground() {
        application.applicationState = .background
        if usesScenes {
            guard let front else { return }
            hideScene(front)
        } else {
            delegate?.applicationDidEnterBackground(application)
        }
        post(UIApplication.didEnterBackgroundNotification)
    }

    /// A link is opened in the running app.
    func open(_ link: WireLink) {
        usesScenes ? openInScene(link) : openInDelegate(link)
    }

    private func openInDelegate(_ link: WireLink) {
        if let activity = link.activity {
            _ = delegate?.application(application, continue: activity, restorationHandler: { _ in })
        } else if let url = link.plainURL {
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
