package import Foundation

/// What a device asks of a process that runs on it.
package enum ProcessCall: Codable, Sendable {
    /// `scenes`: what the app's property list says about scenes; nil when it declares none.
    case launch(notification: WireValue?, link: WireLink?, isBackground: Bool, scenes: WireSceneManifest?)
    /// `isAnother`: a further window, beside those that there are.
    case connectScene(response: WireResponse?, link: WireLink?, isAnother: Bool)
    /// The system frees what the scenes in the background hold.
    case disconnectScenes
    /// Which scene shows content with this identifier; it is the front one from now on.
    case chooseScene(target: String?)
    case setState(WireAppState)
    case didRegister(token: Data)
    case didFailToRegister(code: Int, message: String)
    case remoteNotification(WireValue)
    case willPresent(WireNotification)
    /// `isLaunch`: the app was launched for this response.
    case didReceive(WireResponse, isLaunch: Bool)
    case openSettings(WireNotification?)
    case open(WireLink)
    /// The person presses what has this label.
    case press(String)
    case protectedData(isAvailable: Bool)
    case network(isOnline: Bool)
    /// A line for the program itself, from whoever drives the device.
    case command(String)
    case willTerminate
    case expireBackgroundTask(Int)
    case backgroundRefreshChanged
    case significantTimeChange
    case timeZoneChanged
    case localeChanged
    /// The scheduler runs a task of the app; answered when the handler has been called.
    case runTask(WireTask)
    case expireTask(String)
    case pushKit(PushKitEvent)
    case callKit(CallKitEvent)
    /// `reusesObject`: the object that served an earlier push serves this one, too.
    case extensionReceive(WireRequest, reusesObject: Bool)
    /// The notification whose time is nearly up.
    case extensionExpire(String)
    /// `actions`: the buttons that stand below it.
    case contentReceive(WireNotification, actions: [WireAction])
    case contentRespond(WireResponse)
}

/// What a property list says about scenes.
package struct WireSceneManifest: Codable, Sendable, Hashable {
    /// The class of the scenes' delegate, `Module.Class`.
    package var delegateClass: String?

    package init(delegateClass: String?) { self.delegateClass = delegateClass }
}

/// What an app is opened for: a link in the app's own scheme, or a web page that belongs to it.
package struct WireLink: Codable, Sendable, Hashable {
    package var url: String
    /// Whether it comes as an activity, as universal links do.
    package var isUniversal: Bool

    package init(url: String, isUniversal: Bool) {
        self.url = url
        self.isUniversal = isUniversal
    }
}

/// The app's states; scenes follow them.
package enum WireAppState: String, Codable, Sendable {
    case inactive
    case active
    case background
}

/// The answer of a process.
package enum ProcessReply: Codable, Sendable {
    case done
    /// The optional delegate method is not there.
    case notImplemented
    case launched(usesScenes: Bool)
    case fetchResult(UInt)
    case presentation(UInt)
    case content(WireContent)
    /// The scene that was chosen; nil when a new one is needed.
    case scene(String?)
    /// What a content extension wants done after a response.
    case responseOption(UInt)
    case text(String)
    case gone
}
