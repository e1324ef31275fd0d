import Locking
import ProcessLocal

/// What the person has decided about work in the background, and what the battery allows.
extension SimulatedDevice {
    /// Allows or forbids an app to be woken in the background; allowed by default.
    ///
    /// A running app is told. An app that has no token because nothing was allowed gets it now.
    public func setBackgroundRefresh(_ isAllowed: Bool, for bundleID: String) {
        let changed = update(bundleID) { app in
            defer { app.allowsBackgroundRefresh = isAllowed }
            return app.allowsBackgroundRefresh != isAllowed
        }
        guard changed == true else { return }
        tellOfBackgroundRefresh([bundleID])
        if isAllowed { retryRegistrations(bundleID) }
    }

    /// Saves power: nothing wakes apps in the background.
    ///
    /// Off by default. Source: Apple documentation, Low Power Mode suspends background refresh. That the status reads `denied` meanwhile is
    /// unverified on a device.
    public func setLowPowerMode(_ isOn: Bool) {
        let changed = state.withLock { state in
            defer { state.isLowPower = isOn }
            return state.isLowPower != isOn
        }
        guard changed else { return }
        timeline.add(.powerChanged, ["lowPower": "\(isOn)"])
        tellOfBackgroundRefresh(installedApps)
        if !isOn { runDueTasks() }
    }

    /// Connects or disconnects the charger, which long tasks of the scheduler may wait for.
    public func setCharging(_ isCharging: Bool) {
        state.withLock { $0.isCharging = isCharging }
        timeline.add(.powerChanged, ["charging": "\(isCharging)"])
        if isCharging { runDueTasks() }
    }

    /// The raw value of `UIBackgroundRefreshStatus` for an app.
    func backgroundRefreshStatus(_ app: AppState) -> Int {
        app.allowsBackgroundRefresh && !state.withLock { $0.isLowPower } ? 2 : 1
    }

    private func tellOfBackgroundRefresh(_ bundleIDs: [String]) {
        for bundleID in bundleIDs {
            guard let app = try? app(bundleID), app.app != nil, app.hasLaunched, app.phase != .suspended else {
                continue
            }
            Task { await self.callApp(bundleID, "backgroundRefreshStatusDidChange", .backgroundRefreshChanged) }
        }
    }
}
