import Foundation
import ProcessLocal
import Timekeeping

/// How an app in the background comes to stand still, and goes on.
extension SimulatedDevice {
    /// Wakes a suspended app up into the background.
    func resume(_ bundleID: String) {
        guard let app = try? app(bundleID), app.phase == .suspended else { return }
        enter(.background, bundleID)
        app.app?.host.thaw()
    }

    func cancelSuspension(_ bundleID: String) {
        update(bundleID) { app in
            defer { app.suspension = nil }
            return app.suspension
        }??.cancel()
    }

    /// Suspends the app a while after it has nothing more to do in the background.
    func scheduleSuspension(_ bundleID: String) {
        cancelSuspension(bundleID)
        let delay = configuration.suspensionDelay
        let limit = configuration.backgroundTaskLimit
        let task = Task { [weak self, time] in
            guard (try? await time.sleep(for: delay)) != nil, let device = self else { return }
            guard let app = try? device.app(bundleID), app.backgroundWork == 0 else { return }
            if !app.backgroundTasks.isEmpty {
                guard (try? await time.sleep(for: limit)) != nil else { return }
                await device.expireBackgroundTasks(bundleID)
            }
            guard !Task.isCancelled else { return }
            await device.lanes(bundleID).lifecycle.run {
                guard !Task.isCancelled else { return }
                device.suspendNow(bundleID)
            }
        }
        update(bundleID) { $0.suspension = task }
    }

    func suspendNow(_ bundleID: String) {
        guard let app = try? app(bundleID), app.phase == .background, app.backgroundWork == 0 else { return }
        cancelSuspension(bundleID)
        enter(.suspended, bundleID)
        app.app?.host.freeze()
        if let process = app.app, holdsSharedLock(process, bundleID) { endApp(bundleID, reason: "0xdead10cc") }
    }

    /// Whether a process that stands still holds a lock on a file of a shared container.
    ///
    /// Under a debugger and in Apple's Simulator nobody looks.
    func holdsSharedLock(_ process: RunningProcess, _ bundleID: String) -> Bool {
        guard !configuration.hasDebugger, !configuration.isSimulator else { return false }
        guard let id = process.host.processID, let app = try? app(bundleID) else { return false }
        return HeldLocks.isAny(of: id, below: app.containers.groups.map(app.containers.groupData))
    }

    private func expireBackgroundTasks(_ bundleID: String) async {
        guard let tasks = try? app(bundleID).backgroundTasks else { return }
        for task in tasks.sorted() {
            _ = await callApp(bundleID, "backgroundTaskExpiration", .expireBackgroundTask(task))
        }
        update(bundleID) { $0.backgroundTasks = [] }
    }
}
