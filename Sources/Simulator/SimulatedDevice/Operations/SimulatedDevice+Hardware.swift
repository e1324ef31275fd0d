import Foundation
import Locking
import ProcessLocal

extension SimulatedDevice {
    /// Whether the device reaches the network.
    public var isOnline: Bool { state.withLock { $0.isOnline } }

    /// Whether the screen is locked.
    public var isLocked: Bool { state.withLock { $0.isLocked } }

    /// Goes on or off the network; what its processes have under way breaks off.
    ///
    /// APNs keeps one push per app for a device that is off.
    public func setOnline(_ isOnline: Bool) async throws {
        let (changed, waiters, apps) = state.withLock { state in
            let changed = state.isOnline != isOnline
            state.isOnline = isOnline
            let waiters = isOnline ? state.onlineWaiters : []
            if isOnline { state.onlineWaiters = [] }
            return (changed, waiters, state.apps)
        }
        guard changed else { return }
        if isOnline { try await courier.setOnline(true) }
        for (bundleID, app) in apps {
            // It stands still between two pushes, and hears of it with the next one: waiting for that would take for ever.
            if let process = app.serviceExtension { Task { await process.host.call(.network(isOnline: isOnline)) } }
            await tellRunning(bundleID) { app in
                let told = Task { await app.app?.host.call(.network(isOnline: isOnline)) }
                if app.phase != .suspended, !app.isPrewarmed { _ = await told.value }
            }
            if isOnline { retryRegistrations(bundleID) }
            if isOnline { retryCallRegistration(bundleID) }
            if isOnline { runDueTasks() }
        }
        timeline.add(.networkChanged, ["state": isOnline ? "online" : "offline"])
        if !isOnline { try await courier.setOnline(false) }
        for waiter in waiters { waiter.resume() }
    }

    /// Locks the screen: what is protected while locked can no longer be read.
    public func lock() async { await setLocked(true) }

    /// Unlocks the screen.
    public func unlock() async { await setLocked(false) }

    private func setLocked(_ isLocked: Bool) async {
        let (changed, isFirstUnlock, apps) = state.withLock { state in
            defer {
                state.isLocked = isLocked
                if !isLocked { state.wasUnlocked = true }
            }
            return (state.isLocked != isLocked, !isLocked && !state.wasUnlocked, state.apps)
        }
        guard changed else { return }
        if isFirstUnlock {
            for (bundleID, app) in apps {
                app.unseal()
                update(bundleID) { $0.sealed = [:] }
            }
        }
        timeline.add(.lockChanged, ["state": isLocked ? "locked" : "unlocked"])
        for bundleID in apps.keys {
            await tellRunning(bundleID) { app in
                guard app.hasLaunched, app.phase != .suspended else { return }
                _ = await self.callApp(bundleID, "protectedData", .protectedData(isAvailable: !isLocked))
            }
            // Locking puts the app out of sight, as leaving it does.
            if isLocked { try? await background(bundleID) }
        }
    }

    /// Tells an app something that is running now, and goes on being so while it is told.
    private func tellRunning(_ bundleID: String, _ body: @Sendable (AppState) async -> Void) async {
        await lanes(bundleID).lifecycle.run {
            if let app = try? self.app(bundleID), app.app != nil { await body(app) }
        }
    }

    /// Switches the device off and on: no process is left, and nothing protected can be read before the first unlock.
    public func restart() async {
        for bundleID in installedApps {
            end(bundleID, reason: "restart")
            update(bundleID) { $0.wasForceQuit = false }
        }
        state.withLock { state in
            state.isLocked = true
            state.wasUnlocked = false
        }
        timeline.add(.lockChanged, ["state": "restarted"])
    }
}
