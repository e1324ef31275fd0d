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
    /// Whether its category was known when it was drawn.
    var knowsCategory = true
    /// Whether the person has opened it up, and so its content extension draws it.
    var isExpanded = false
    /// The buttons that its content extension wants while it is open.
    var actions: [WireAction]?
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
    var contentExtension: RunningProcess?
    /// Runs of the service extension that are under way.
    var extensionRuns = 0
    /// Whether the process was started ahead of time and has not been launched.
    var isPrewarmed = false
    /// Whether the app's launch methods have returned.
    var hasLaunched = false
    var wasForceQuit = false
    var usesScenes = false
    var sceneIsConnected = false
    var backgroundTasks: Set<Int> = []
    var nextBackgroundTask = 1
    /// Silent pushes and background responses that the app has not finished.
    var backgroundWork = 0
    var allowsBackgroundRefresh = true
    var silentPushes = SilentPushAccount()
    /// The newest silent push that has to wait, and what ends its wait.
    var heldWake: (push: ReceivedPush, timer: Task<Void, Never>)?
    /// Categories that the extension has set and not read again.
    var freshCategories: Set<String> = []
    /// Messages and calls that the app has told the system of.
    var donations: Set<WireCommunication> = []
    /// What waits for the next scheduled summary.
    var summary: [(notification: WireNotification, origin: String)] = []
    /// How many requests the app has ever scheduled.
    var scheduledCount = 0
    var registeredTasks: Set<String> = []
    var tasks: [String: PendingTask] = [:]
    /// Tasks of the scheduler that run now, by name.
    var runningTasks: [String: RunningTask] = [:]
    /// The task that goes on when the app is left, if there is one, and those that wait for its end.
    var continuedTask: String?
    var continuedQueue: [String] = []
    var suspension: Task<Void, Never>?
    /// What the device knows of its calls.
    var calls = CallAccount()
    /// The processes that were started before the first unlock, by number.
    var sealed: [Int: ProcessIdentity.Role] = [:]
    /// After how many pieces of work the next program in a role ends.
    var sentences: [ProcessIdentity.Role: Int] = [:]

    /// The device has been unlocked: processes that were started before see their folders.
    func unseal() {
        for (number, role) in sealed { containers.unseal(for: number, role: role) }
    }

    /// Whatever waits for a time waits no more.
    func cancelTimers() {
        for pending in pending.values { pending.timer?.cancel() }
        for task in tasks.values { task.timer?.cancel() }
        heldWake?.timer.cancel()
    }

    /// The category that a notification in the list was drawn with.
    func category(of delivered: Delivered) -> WireCategory? {
        let name = delivered.notification.request.content.categoryIdentifier
        guard delivered.knowsCategory, !name.isEmpty else { return nil }
        return categories.first { $0.identifier == name }
    }

    /// The buttons below a notification in the list.
    func actions(of delivered: Delivered) -> [WireAction] {
        delivered.actions ?? category(of: delivered)?.actions ?? []
    }

    /// Closes what is open in the list.
    mutating func collapse() {
        for index in delivered.indices {
            delivered[index].isExpanded = false
            delivered[index].actions = nil
        }
    }

    /// Where sound files are looked for, in order.
    var soundFolders: [URL] { containers.soundFolders + [definition.resources].compactMap(\.self) }

    /// Access groups of the Keychain that the app's programs may use; the first is the default.
    var keychainGroups: [String] { [definition.bundleID] + definition.keychainGroups + definition.appGroups }
}

/// A notification that is not yet due.
struct PendingRequest: Sendable {
    var request: WireRequest
    /// Its number among all that the app has scheduled.
    var number: Int
    /// Nil while it waits for a place rather than a time.
    var timer: Task<Void, Never>?
}

/// A task that the scheduler runs.
struct RunningTask: Sendable {
    /// What the app says at its end: whether it succeeded.
    let completion = FirstAnswer<Bool>()
    /// Set when the person cancels it.
    let stop = FirstAnswer<Bool>()
    /// How far it was at its end, from 0 to 1; nil for those that do not tell.
    var progress: Double?
}

/// A task that the scheduler has yet to run.
struct PendingTask: Sendable {
    var request: WireTask
    var timer: Task<Void, Never>?
}
