public import Foundation
import Locking
import ProcessLocal
public import Timekeeping

/// A simulated iPhone: clock, network, lock, Keychain, installed apps and their processes, a screen and a timeline.
///
/// What it does follows what is publicly known of iOS; where a behaviour is not verified on a device, the piece that
/// implements it says so. Everything that happens stands on the timeline.
public final class SimulatedDevice: Sendable {
    /// The device's name, for people.
    public let name: String
    /// Everything that happened.
    public let timeline: Timeline
    /// The device's clock, and that of its in-process programs.
    public let time: any TimeSource

    let configuration: DeviceConfiguration
    let courier: any PushCourier
    let directory: URL
    private let ownsDirectory: Bool
    let state = Locked(DeviceState())

    struct DeviceState: Sendable {
        var apps: [String: AppState] = [:]
        var lanes: [String: AppLanes] = [:]
        var keychain: [KeychainItem] = []
        var isOnline = true
        var isLocked = false
        var wasUnlocked = true
        var nextProcess = 0
        var receiver: Task<Void, Never>?
        var onlineWaiters: [CheckedContinuation<Void, Never>] = []
        var isLowPower = false
        var isCharging = false
        var isMuted = false
        var focus: Focus?
        var timeZone = TimeZone.current
        var locale = Locale.current
        /// How far the device's clock is ahead of its time source.
        var clockOffset = Duration.zero
        var prompt: FirstAnswer<Bool>?
        var permissionAnswer = DeviceConfiguration.PermissionAnswer.allow
        /// The calls that there are, of all apps, oldest first.
        var calls: [PhoneCall] = []
        var isCallAudioActive = false
        /// The apps whose calls have the sound.
        var audioApps: Set<String> = []
        var blockedCallers: Set<String> = []
    }

    /// What of one app happens one after the other.
    struct AppLanes: Sendable {
        /// Launches and changes of state.
        let lifecycle = Lane()
        /// Pushes, from arrival to the screen.
        let pushes = Lane()
        /// Runs of the service extension.
        let serviceExtension = Lane()
        /// Pushes of calls, which wait for nothing else.
        let calls = Lane()
        /// Token registrations.
        let registration = Lane()
    }

    /// Makes a device that is switched on, unlocked and online; `start` makes it listen for pushes.
    ///
    /// - Parameters:
    ///   - name: A name for people.
    ///   - courier: Its connection to APNs.
    ///   - time: Its clock; child processes have that of the machine.
    ///   - configuration: Limits and the person's habits.
    ///   - directory: Where it keeps its files; by default a temporary folder that `stop` removes.
    /// - Throws: `DeviceError` when the folder cannot be made.
    public init(
        name: String = "iPhone", courier: any PushCourier, time: any TimeSource = SystemTime(),
        configuration: DeviceConfiguration = DeviceConfiguration(), directory: URL? = nil
    ) throws {
        self.name = name
        self.courier = courier
        self.time = time
        self.configuration = configuration
        ownsDirectory = directory == nil
        self.directory =
            directory
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("tidings-device-\(UUID().uuidString)")
        timeline = Timeline(time: time)
        do {
            try FileManager.default.createDirectory(
                at: self.directory.appendingPathComponent("store"), withIntermediateDirectories: true)
        } catch {
            throw DeviceError(.storage, "Cannot make the device's folder \(self.directory.path): \(error).")
        }
        state.withLock { $0.permissionAnswer = configuration.permissionAnswer }
    }

    // MARK: Apps

    /// Installs an app; it does not run yet.
    public func install(_ definition: AppDefinition) throws {
        let containers: AppContainers
        do {
            containers = try AppContainers(
                device: directory, bundleID: definition.bundleID, groups: definition.appGroups)
        } catch {
            throw DeviceError(.storage, "Cannot make the folders of \(definition.bundleID): \(error).")
        }
        state.withLock { state in
            state.apps[definition.bundleID] = AppState(definition: definition, containers: containers)
            if state.lanes[definition.bundleID] == nil { state.lanes[definition.bundleID] = AppLanes() }
        }
    }

    /// Removes an app with its folders and notifications; what it has in the Keychain stays, as on a phone.
    public func uninstall(_ bundleID: String) async throws {
        _ = try app(bundleID)
        end(bundleID, reason: "uninstalled")
        guard let app = state.withLock({ $0.apps.removeValue(forKey: bundleID) }) else { return }
        for delivered in app.delivered {
            timeline.add(
                .removed, app: bundleID, notification: delivered.notification.request.identifier,
                ["reason": "uninstalled"])
        }
        app.cancelTimers()
        app.containers.remove()
        timeline.add(.uninstalled, app: bundleID)
        for token in [app.token, app.calls.token].compactMap(\.self) { try await courier.unregister(token: token) }
    }

    /// Bundle identifiers of the installed apps.
    public var installedApps: [String] { state.withLock { $0.apps.keys.sorted() } }

    // MARK: Life of the device

    /// Begins to receive pushes.
    public func start() {
        let device = WeakReference(self)
        let task = Task { await Self.receive { device.object } }
        let old = state.withLock { state in
            defer { state.receiver = task }
            return state.receiver
        }
        old?.cancel()
    }

    /// Switches the device off: its processes end, its timeline is closed and its temporary folder is gone.
    public func stop() async {
        let (receiver, waiters) = state.withLock { state in
            defer {
                state.receiver = nil
                state.onlineWaiters = []
            }
            return (state.receiver, state.onlineWaiters)
        }
        receiver?.cancel()
        for waiter in waiters { waiter.resume() }
        for bundleID in installedApps { end(bundleID, reason: "device off") }
        for app in state.withLock({ Array($0.apps.values) }) { app.cancelTimers() }
        timeline.close()
        if ownsDirectory { try? FileManager.default.removeItem(at: directory) }
    }

    deinit {
        for app in state.withLock({ Array($0.apps.values) }) {
            app.app?.host.kill()
            app.serviceExtension?.host.kill()
            app.contentExtension?.host.kill()
            app.suspension?.cancel()
            app.cancelTimers()
        }
        state.withLock { $0.receiver }?.cancel()
    }

    // MARK: Looking things up

    /// What the device's clock shows.
    var now: Date { time.now.addingTimeInterval(state.withLock { $0.clockOffset } / .seconds(1)) }

    func app(_ bundleID: String) throws -> AppState {
        guard let app = state.withLock({ $0.apps[bundleID] }) else {
            throw DeviceError(.unknownApp, "No app \(bundleID) is installed on \(name).")
        }
        return app
    }

    func lanes(_ bundleID: String) -> AppLanes { state.withLock { $0.lanes[bundleID] } ?? AppLanes() }

    @discardableResult
    func update<Result>(_ bundleID: String, _ body: (inout AppState) -> Result) -> Result? {
        state.withLockUnchecked { state in
            guard var app = state.apps[bundleID] else { return nil }
            defer { state.apps[bundleID] = app }
            return body(&app)
        }
    }
}
