import Foundation
import Locking
import ProcessLocal
import Timekeeping

extension SimulatedDevice {
    /// The state that an app is in.
    public func phase(of bundleID: String) -> AppPhase { state.withLock { $0.apps[bundleID]?.phase } ?? .notRunning }

    // MARK: What the person does

    /// Opens an app by its icon.
    public func launch(_ bundleID: String) async throws { try await open(bundleID, reason: "icon") }

    /// Opens a link in the app's own scheme.
    public func openURL(_ url: String, in bundleID: String) async throws {
        try await open(bundleID, link: WireLink(url: url, isUniversal: false), reason: "url")
    }

    /// Opens a web page that belongs to the app, which gets it as an activity.
    public func openUniversalLink(_ url: String, in bundleID: String) async throws {
        try await open(bundleID, link: WireLink(url: url, isUniversal: true), reason: "url")
    }

    /// Presses the first button or switch with a label in the front window of a SwiftUI app.
    ///
    /// Source of labels: the texts inside the control, with a space between them.
    public func press(_ label: String, in bundleID: String) async throws {
        guard phase(of: bundleID).isForeground, case .done = await callApp(bundleID, "press", .press(label)) else {
            throw DeviceError(.notSupported, "There is nothing to press with the label \(label).")
        }
    }

    /// Leaves an app for the home screen; a while later it is suspended.
    public func background(_ bundleID: String) async throws {
        _ = try app(bundleID)
        await lanes(bundleID).lifecycle.run {
            guard self.phase(of: bundleID).isForeground else { return }
            self.enter(.inactive, bundleID)
            self.enter(.background, bundleID)
            _ = await self.callApp(bundleID, "background", .setState(.background))
            self.scheduleSuspension(bundleID)
        }
        runDueTasks()
    }

    /// Swipes an app away: until the person opens it again nothing but a visible push reaches it.
    public func forceQuit(_ bundleID: String) async throws {
        _ = try app(bundleID)
        await lanes(bundleID).lifecycle.run {
            self.update(bundleID) { $0.wasForceQuit = true }
            self.discardHeldWake(bundleID, reason: "force_quit")
            let phase = self.phase(of: bundleID)
            if phase != .notRunning, phase != .suspended {
                // A suspended app gets no such call; whether one in the background does is unverified.
                _ = await within(.seconds(5), of: SystemTime()) {
                    await self.callApp(bundleID, "willTerminate", .willTerminate)
                }
            }
            self.end(bundleID, reason: "force_quit")
        }
    }

    // MARK: What the system does

    /// Ends an app without a word, as the system does for memory; unlike a force-quit, pushes still wake it.
    public func kill(_ bundleID: String) async throws {
        _ = try app(bundleID)
        await lanes(bundleID).lifecycle.run { self.endApp(bundleID, reason: "killed") }
    }

    /// Lets an app in the background stand still now rather than after its delay.
    public func suspend(_ bundleID: String) async throws {
        _ = try app(bundleID)
        await lanes(bundleID).lifecycle.run { self.suspendNow(bundleID) }
    }

    /// Sends an app a line in its own words; what it answers stands on the timeline.
    @discardableResult
    public func command(_ line: String, to bundleID: String) async throws -> String {
        let app = try app(bundleID)
        guard let process = app.app, app.hasLaunched, app.phase != .suspended else {
            throw DeviceError(.notRunning, "\(bundleID) does not run. Launch it first.")
        }
        let reply = await process.host.call(.command(line))
        let answer: String =
            switch reply {
            case .text(let text): text
            case .notImplemented: "the app takes no commands"
            default: throw DeviceError(.notRunning, "\(bundleID) ended before it answered.")
            }
        timeline.add(.command, app: bundleID, ["line": line, "answer": answer])
        return answer
    }

    // MARK: Steps

    /// Notes a new state of an app; one that has ended in the meantime stays ended.
    func enter(_ phase: AppPhase, _ bundleID: String) {
        let changed = update(bundleID) { app in
            guard app.app != nil else { return false }
            defer { app.phase = phase }
            return app.phase != phase
        }
        if changed == true { timeline.add(.state, app: bundleID, ["state": phase.rawValue]) }
    }

    /// Brings an app to the front, launching or resuming it, with what it was opened for.
    ///
    /// Cold and without scenes: both launch methods (the payload in the options), then the response. Cold with scenes: both
    /// launch methods (no payload), the connection of the scene (with the response), then the response while the scene is
    /// still inactive. Then the app becomes active; that the response comes before that is unverified on a device.
    func open(
        _ bundleID: String, response: WireResponse? = nil, link: WireLink? = nil, reason: String
    ) async throws {
        _ = try app(bundleID)
        try await lanes(bundleID).lifecycle.run {
            self.cancelSuspension(bundleID)
            let phase = self.phase(of: bundleID)
            let app = try self.app(bundleID)
            switch phase {
            case .notRunning:
                try await self.launchProcess(
                    bundleID, notification: response?.notification.request.content.userInfo, link: link,
                    isBackground: false, reason: reason)
                await self.connectScene(bundleID, response: response, link: link)
            case .suspended, .background:
                self.resume(bundleID)
                self.update(bundleID) { $0.wasForceQuit = false }
                self.enter(.inactive, bundleID)
                if app.usesScenes, !app.sceneIsConnected {
                    await self.connectScene(bundleID, response: response, link: link)
                } else {
                    await self.chooseScene(for: response, bundleID)
                    _ = await self.callApp(bundleID, "willEnterForeground", .setState(.inactive))
                    if let link { await self.callOpen(link, bundleID) }
                }
            case .inactive, .active:
                await self.chooseScene(for: response, bundleID)
                if let link { await self.callOpen(link, bundleID) }
            }
            if let response { await self.respond(bundleID, response, isLaunch: phase == .notRunning) }
            if phase != .active {
                self.enter(.active, bundleID)
                _ = await self.callApp(bundleID, "didBecomeActive", .setState(.active))
            }
        }
        releaseHeldWake(bundleID, reason: "opened")
    }

    private func callOpen(_ link: WireLink, _ bundleID: String) async {
        _ = await callApp(bundleID, link.isUniversal ? "continueUserActivity" : "openURL", .open(link))
    }

    /// Starts the app's process, unless it was started ahead, and calls its launch methods.
    func launchProcess(
        _ bundleID: String, notification: WireValue?, link: WireLink? = nil, isBackground: Bool, reason: String
    ) async throws {
        let app = try app(bundleID)
        if let prewarmed = app.app {
            prewarmed.host.thaw()
        } else {
            let process = try await startProcess(app.definition.program, of: bundleID, role: .app, reason: reason)
            update(bundleID) { $0.app = process }
        }
        update(bundleID) { app in
            app.isPrewarmed = false
            if !isBackground { app.wasForceQuit = false }
        }
        beginTrialOfAppClip(bundleID)
        enter(isBackground ? .background : .inactive, bundleID)
        let reply = await callApp(
            bundleID, "didFinishLaunching",
            .launch(
                notification: notification, link: link, isBackground: isBackground,
                scenes: app.definition.usesScenes
                    ? WireSceneManifest(delegateClass: app.definition.sceneDelegateClass) : nil))
        guard case .launched(let usesScenes) = reply, try self.app(bundleID).app != nil else {
            throw DeviceError(.launchFailed, "\(bundleID) ended while it was launched.")
        }
        update(bundleID) { app in
            app.usesScenes = usesScenes
            app.hasLaunched = true
        }
        guard usesScenes || app.definition.sdkVersion < 27 else {
            endApp(bundleID, reason: "no_scenes")
            throw DeviceError(
                .launchFailed,
                "\(bundleID) declares no scenes, and apps built with the SDK \(app.definition.sdkVersion) need them.")
        }
    }

    /// Hands a response to the app.
    ///
    /// The app's completion is awaited for a second of real time; how long a phone waits is unverified.
    private func respond(_ bundleID: String, _ response: WireResponse, isLaunch: Bool) async {
        let identifier = response.notification.request.identifier
        _ = await within(.seconds(1), of: SystemTime()) {
            await self.callApp(
                bundleID, "didReceive", notification: identifier, .didReceive(response, isLaunch: isLaunch))
        }
    }

    /// Runs something in the background of an app, launching or resuming it, and lets it be suspended afterwards.
    func inBackground<Result: Sendable>(
        _ bundleID: String, notification: WireValue?, reason: String, _ work: @Sendable () async -> Result
    ) async throws -> Result {
        try await lanes(bundleID).lifecycle.run {
            switch self.phase(of: bundleID) {
            case .notRunning:
                try await self.launchProcess(
                    bundleID, notification: notification, isBackground: true, reason: reason)
            case .suspended: self.resume(bundleID)
            case .background, .inactive, .active: break
            }
            self.cancelSuspension(bundleID)
            self.update(bundleID) { $0.backgroundWork += 1 }
        }
        let result = await work()
        update(bundleID) { $0.backgroundWork = max(0, $0.backgroundWork - 1) }
        if phase(of: bundleID) == .background { scheduleSuspension(bundleID) }
        return result
    }

    /// A program ended by itself.
    func processEnded(_ identity: ProcessIdentity, reason: String) {
        let bundleID = identity.appBundleIdentifier
        guard let app = try? app(bundleID) else { return }
        if app.app?.number == identity.number { endApp(bundleID, reason: reason) }
        if app.serviceExtension?.number == identity.number { endExtension(bundleID, reason: reason) }
        if app.contentExtension?.number == identity.number { endContentExtension(bundleID, reason: reason) }
    }
}
