package import Foundation

/// What a device asks of a process that runs on it.
package enum ProcessCall: Codable, Sendable {
    /// `hasSceneManifest`: the app declares scenes in its property list.
    case launch(notification: WireValue?, url: String?, isBackground: Bool, hasSceneManifest: Bool)
    case connectScene(response: WireResponse?, urls: [String])
    case setState(WireAppState)
    case didRegister(token: Data)
    case didFailToRegister(code: Int, message: String)
    case remoteNotification(WireValue)
    case willPresent(WireNotification)
    /// `isLaunch`: the app was launched for this response.
    case didReceive(WireResponse, isLaunch: Bool)
    case openSettings(WireNotification?)
    case openURL(String)
    case protectedData(isAvailable: Bool)
    case network(isOnline: Bool)
    /// A line for the program itself, from whoever drives the device.
    case command(String)
    case willTerminate
    case expireBackgroundTask(Int)
    case extensionReceive(WireRequest)
    case extensionExpire
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
    case text(String)
    case gone
}
