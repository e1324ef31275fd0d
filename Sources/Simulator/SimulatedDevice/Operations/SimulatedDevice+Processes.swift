import Foundation
import Locking
package import ProcessLocal

extension SimulatedDevice {
    /// Starts a program of an app.
    func startProcess(
        _ program: Program, of bundleID: String, role: ProcessIdentity.Role, reason: String,
        settings more: [String: String] = [:]
    ) async throws -> RunningProcess {
        let app = try app(bundleID)
        let (number, isOnline, wasUnlocked) = state.withLock { state in
            state.nextProcess += 1
            if !state.wasUnlocked { state.apps[bundleID]?.sealed[state.nextProcess] = role }
            return (state.nextProcess, state.isOnline, state.wasUnlocked)
        }
        let name =
            switch role {
            case .app: bundleID
            case .serviceExtension: app.definition.extensionBundleID
            case .contentExtension: app.definition.contentExtensionBundleID
            }
        let identity = ProcessIdentity(
            bundleIdentifier: name, appBundleIdentifier: bundleID, role: role, number: number)
        var settings = app.definition.settings.merging(more) { $1 }
        if configuration.ignoresTypeHints { settings["TIDINGS_SIMULATED_NO_TYPE_HINTS"] = "1" }
        settings["TIDINGS_SERVICE_EXTENSION"] = app.definition.serviceExtension == nil ? "0" : "1"
        let start = ProcessStart(
            identity: identity,
            containers: try app.containers.open(for: number, role: role, isSealed: !wasUnlocked),
            settings: settings, isOnline: isOnline, device: WeakDevice(self),
            passesOutput: configuration.passesChildOutput)
        // Unlocked meanwhile: whoever did that has not found the paths yet.
        if !wasUnlocked, state.withLock({ $0.wasUnlocked }) { app.containers.unseal(for: number, role: role) }
        let host: any ProcessHost =
            switch program.kind {
            case .executable(let url): try await ChildHost.start(url, start)
            case .inProcess(let install): InProcessHost(start, time: time, install: install)
            }
        var details = ["reason": reason]
        if let id = host.processID { details["pid"] = "\(id)" }
        if let count = update(bundleID, { $0.sentences.removeValue(forKey: role) }) ?? nil {
            sentence(host, identity, after: count)
        }
        timeline.add(.launched, app: bundleID, process: label(identity), details)
        return RunningProcess(number: number, host: host, baselineKilobytes: host.peakKilobytes)
    }

    /// The process of an app inside this one; nil when the app does not run, or runs as a child.
    package func inProcessApp(_ bundleID: String) -> SimulatedProcess? {
        (state.withLock { $0.apps[bundleID]?.app?.host } as? InProcessHost)?.process
    }

    func label(_ identity: ProcessIdentity) -> String {
        switch identity.role {
        case .app: "app \(identity.number)"
        case .serviceExtension: "extension \(identity.number)"
        case .contentExtension: "content \(identity.number)"
        }
    }

    /// Ends all programs of an app on the spot.
    func end(_ bundleID: String, reason: String) {
        endApp(bundleID, reason: reason)
        endExtension(bundleID, reason: reason)
        endContentExtension(bundleID, reason: reason)
    }

    /// Ends an app's process, and with it everything that it had under way.
    func endApp(_ bundleID: String, reason: String) {
        let ended = update(bundleID) { app -> (RunningProcess?, AppContainers) in
            let process = app.app
            app.app = nil
            app.phase = .notRunning
            app.sceneIsConnected = false
            app.usesScenes = false
            app.isPrewarmed = false
            app.hasLaunched = false
            app.registeredTasks = []
            for running in app.runningTasks.values { running.completion.set(false) }
            app.runningTasks = [:]
            app.tasks = app.tasks.filter { $0.value.request.kind != .continued }
            app.continuedQueue = []
            app.backgroundTasks = []
            app.backgroundWork = 0
            app.suspension?.cancel()
            app.suspension = nil
            app.calls.wantsPushes = false
            (app.calls.owed, app.calls.reports) = (0, 0)
            app.calls.waiting = []
            app.calls.actions = [:]
            return (process, app.containers)
        }
        guard let (process, containers) = ended, let process else { return }
        process.host.kill()
        // At once, so that what then happens without the app comes after it.
        timeline.add(.ended, app: bundleID, process: "app \(process.number)", ["reason": reason])
        timeline.add(.state, app: bundleID, ["state": AppPhase.notRunning.rawValue])
        endCalls(of: bundleID, reason: "process")
        containers.close(for: process.number)
    }

    /// Ends the process of an app's extension.
    func endExtension(_ bundleID: String, reason: String) {
        let ended = update(bundleID) { app -> (RunningProcess?, AppContainers) in
            defer {
                app.serviceExtension = nil
                app.extensionRuns = 0
            }
            return (app.serviceExtension, app.containers)
        }
        guard let (process, containers) = ended, let process else { return }
        process.host.kill()
        containers.close(for: process.number)
        timeline.add(.ended, app: bundleID, process: "extension \(process.number)", ["reason": reason])
    }

    /// Calls the app and notes the call, its answer and nothing in between.
    func callApp(
        _ bundleID: String, _ name: String, notification: String? = nil, _ call: ProcessCall
    ) async -> ProcessReply {
        guard let process = try? app(bundleID).app else { return .gone }
        let label = "app \(process.number)"
        timeline.add(.callback, app: bundleID, process: label, notification: notification, ["name": name])
        let reply = await process.host.call(call)
        timeline.add(
            .callbackDone, app: bundleID, process: label, notification: notification,
            ["name": name, "result": reply.summary])
        return reply
    }
}

extension ProcessReply {
    /// The answer in a word.
    var summary: String {
        switch self {
        case .done, .launched, .text, .content: "done"
        case .scene(let name): name ?? "new"
        case .responseOption(let option): ["doNotDismiss", "dismiss", "dismissAndForward"][Int(min(option, 2))]
        case .notImplemented: "not_implemented"
        case .fetchResult(let result): ["newData", "noData", "failed"][Int(min(result, 2))]
        case .presentation(let options): "\(options)"
        case .gone: "gone"
        }
    }
}

/// A device that may be gone.
struct WeakReference: Sendable {
    private(set) weak var object: SimulatedDevice?
    init(_ object: SimulatedDevice) { self.object = object }
}

/// Lets processes refer to their device without keeping it alive.
private struct WeakDevice: DeviceSide {
    private weak let device: SimulatedDevice?

    init(_ device: SimulatedDevice) { self.device = device }

    func answer(_ call: DeviceCall, from process: ProcessIdentity) async -> DeviceReply {
        await device?.answer(call, from: process) ?? .gone
    }

    func answerNow(_ call: DeviceCall, from process: ProcessIdentity) -> DeviceReply {
        device?.answerNow(call, from: process) ?? .gone
    }

    func processEnded(_ process: ProcessIdentity, reason: String) {
        device?.processEnded(process, reason: reason)
    }
}
