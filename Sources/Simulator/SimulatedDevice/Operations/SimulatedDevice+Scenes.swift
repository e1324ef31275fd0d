import Foundation
import ProcessLocal

/// The windows of an app.
extension SimulatedDevice {
    /// Opens a further window of an app, and so brings that one to the front.
    ///
    /// Only on a tablet, of an app that supports it.
    public func openWindow(of bundleID: String) async throws {
        let app = try app(bundleID)
        guard hasRoomForWindows(app) else {
            throw DeviceError(
                .notSupported,
                "Several windows need a tablet, and an app that declares that it supports several scenes.")
        }
        guard app.sceneIsConnected else { return try await open(bundleID, reason: "window") }
        try await open(bundleID, reason: "window")
        await connectAnotherScene(bundleID, response: nil)
        _ = await callApp(bundleID, "didBecomeActive", .setState(.active))
    }

    /// Frees what the scenes of an app in the background hold; opening the app connects a new one.
    ///
    /// Source: Apple documentation, `sceneDidDisconnect(_:)`. Does nothing unless the app runs in the background.
    public func disconnectScenes(of bundleID: String) async throws {
        _ = try app(bundleID)
        await lanes(bundleID).lifecycle.run {
            guard let app = try? self.app(bundleID), app.sceneIsConnected, app.phase == .background else { return }
            self.update(bundleID) { $0.sceneIsConnected = false }
            _ = await self.callApp(bundleID, "sceneDidDisconnect", .disconnectScenes)
        }
    }

    private func hasRoomForWindows(_ app: AppState) -> Bool {
        configuration.kind == .tablet && app.definition.supportsMultipleScenes
    }

    /// Connects the first scene.
    func connectScene(_ bundleID: String, response: WireResponse?, link: WireLink?) async {
        guard (try? app(bundleID).usesScenes) == true else { return }
        update(bundleID) { $0.sceneIsConnected = true }
        var response = configuration.omitsConnectionResponse ? nil : response
        response?.hasScene = true
        _ = await callApp(
            bundleID, "sceneWillConnect", .connectScene(response: response, link: link, isAnother: false))
    }

    private func connectAnotherScene(_ bundleID: String, response: WireResponse?) async {
        _ = await callApp(
            bundleID, "sceneWillConnect", .connectScene(response: response, link: nil, isAnother: true))
    }

    /// Brings the scene to the front that shows what a response is about; a new one where every scene refuses.
    ///
    /// Source: Apple documentation, `UISceneActivationConditions` and `targetContentIdentifier`. That a device with room for
    /// one window only keeps to that window is unverified.
    func chooseScene(for response: WireResponse?, _ bundleID: String) async {
        guard let target = response?.notification.request.content.targetContentIdentifier,
            let app = try? app(bundleID), app.sceneIsConnected, hasRoomForWindows(app)
        else { return }
        let wasActive = app.phase == .active
        if case .scene(nil) = await callApp(bundleID, "chooseScene", .chooseScene(target: target)) {
            await connectAnotherScene(bundleID, response: response)
        }
        if wasActive { _ = await callApp(bundleID, "didBecomeActive", .setState(.active)) }
    }
}
