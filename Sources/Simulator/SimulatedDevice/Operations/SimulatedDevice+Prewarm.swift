import ProcessLocal

/// How far an app gets when it is started ahead of time.
public enum PrewarmExtent: String, Sendable {
    /// Up to its main function: nothing of its delegate runs. Source: Apple documentation, "About the app launch sequence".
    case main
    /// Through its launch methods, as field reports of iOS 15 and later have it.
    case launch
}

extension SimulatedDevice {
    /// Starts an app before the person opens it, perhaps long before, perhaps before the first unlock.
    ///
    /// It then stands still until it is opened or woken. Does nothing when the app runs already. The environment variable
    /// `ActivePrewarm` is set, as field reports have it.
    public func prewarm(_ bundleID: String, extent: PrewarmExtent = .main) async throws {
        _ = try app(bundleID)
        try await lanes(bundleID).lifecycle.run {
            let app = try self.app(bundleID)
            guard app.phase == .notRunning, app.app == nil else { return }
            let process = try await self.startProcess(
                app.definition.program, of: bundleID, role: .app, reason: "prewarm",
                settings: ["ActivePrewarm": "1"])
            self.update(bundleID) { app in
                app.app = process
                app.isPrewarmed = true
            }
            switch extent {
            case .main: process.host.freeze()
            case .launch:
                try await self.launchProcess(bundleID, notification: nil, isBackground: true, reason: "prewarm")
                self.suspendNow(bundleID)
            }
        }
    }
}
