import Foundation
import ProcessLocal

/// A running program on the device.
struct RunningProcess: Sendable {
    let number: Int
    let host: any ProcessHost
    /// Peak memory when it had just started, in kilobytes, to see what a run adds.
    let baselineKilobytes: Int?
}

/// A notification in the list.
struct Delivered: Sendable {
    var notification: WireNotification
    var origin: String
}

/// Everything the device knows of one app.
struct AppState: Sendable {
    let definition: AppDefinition
    let containers: AppContainers
    var phase = AppPhase.notRunning
    var settings = WireSettings()
    var categories: [WireCategory] = []
    var delivered: [Delivered] = []
    var pending: [String: PendingRequest] = [:]
    var badge = 0
    var token: String?
    var isRegistered = false
    /// Questions for a token that wait for the network.
    var waitingRegistrations = 0
    var registrationFailures: [(code: Int, message: String)] = []
    var app: RunningProcess?
    var serviceExtension: RunningProcess?
    var wasForceQuit = false
    var usesScenes = false
    var sceneIsConnected = false
    var backgroundTasks: Set<Int> = []
    var nextBackgroundTask = 1
    /// Silent pushes and background responses that the app has not finished.
    var backgroundWork = 0
    var allowsBackgroundRefresh = true
    var suspension: Task<Void, Never>?

    /// Access groups of the Keychain that the app's programs may use; the first is the default.
    var keychainGroups: [String] { [definition.bundleID] + definition.keychainGroups + definition.appGroups }
}

/// A notification that is not yet due.
struct PendingRequest: Sendable {
    var request: WireRequest
    var timer: Task<Void, Never>
}
