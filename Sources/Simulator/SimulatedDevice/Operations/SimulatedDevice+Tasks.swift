import Foundation
import Locking
import ProcessLocal
import Timekeeping

/// The scheduler of background tasks.
///
/// Source: Apple's headers and documentation. A task runs once its date has come and its conditions hold. When the system then
/// really runs it is not published: here at once, which is unverified on a device.
extension SimulatedDevice {
    private static let mostRefreshTasks = 1
    private static let mostProcessingTasks = 10

    /// An app has a handler for a task; too late, or for the second time, and it is ended.
    func registerTask(_ identifier: String, _ process: ProcessIdentity) -> DeviceReply {
        let bundleID = process.appBundleIdentifier
        guard process.role == .app, let app = try? app(bundleID) else { return .flag(false) }
        let goesOn = app.definition.isWildcard(identifier)
        guard goesOn || app.definition.permittedTasks.contains(identifier) else { return .flag(false) }
        // Tasks that go on in the background may be registered when they are needed. Source: Apple's headers.
        if app.hasLaunched, !goesOn {
            return crash("A handler of a background task was registered after the launch.", process)
        }
        if app.registeredTasks.contains(identifier) {
            return crash("The background task \(identifier) was registered twice.", process)
        }
        update(bundleID) { _ = $0.registeredTasks.insert(identifier) }
        return .flag(true)
    }

    func crash(_ what: String, _ process: ProcessIdentity) -> DeviceReply {
        _ = answerNow(.misuse(what), from: process)
        return .gone
    }

    /// Why the scheduler refuses a request; the numbers of `BGTaskScheduler.Error.Code`.
    enum TaskRefusal: Int {
        case unavailable = 1
        case tooMany = 2
        case notPermitted = 3
        case immediateRunIneligible = 4
    }

    func refused(_ reason: TaskRefusal) -> DeviceReply {
        .failure(domain: "BGTaskSchedulerErrorDomain", code: reason.rawValue, message: "\(reason)")
    }

    /// Takes a request; one of the same name is replaced, and there may be one short and ten long ones.
    func submitTask(_ task: WireTask, _ bundleID: String) -> DeviceReply {
        guard let app = try? app(bundleID) else { return .gone }
        if configuration.isSimulator || !app.allowsBackgroundRefresh { return refused(.unavailable) }
        let mode = task.kind == .refresh ? AppDefinition.Capability.fetchMode : .processingMode
        guard app.definition.permittedTasks.contains(task.identifier), app.definition.capabilities.contains(mode) else {
            return refused(.notPermitted)
        }
        let others = app.tasks.values.filter {
            $0.request.kind == task.kind && $0.request.identifier != task.identifier
        }
        let limit = task.kind == .refresh ? Self.mostRefreshTasks : Self.mostProcessingTasks
        guard others.count < limit else { return refused(.tooMany) }
        var timer: Task<Void, Never>?
        let delay = task.earliestBeginDate.map { $0.timeIntervalSince(now) } ?? 0
        if delay > 0 {
            timer = Task { [weak self, time] in
                guard (try? await time.sleep(for: .wait(delay))) != nil else { return }
                self?.runDueTasks()
            }
        }
        let old = update(bundleID) { [timer] app in
            app.tasks.updateValue(PendingTask(request: task, timer: timer), forKey: task.identifier)
        }
        old??.timer?.cancel()
        timeline.add(
            .taskSubmitted, app: bundleID, ["task": task.identifier, "kind": task.kind.rawValue])
        if delay <= 0 { runDueTasks() }
        return .done
    }

    /// Takes requests back; nil takes all of them back.
    func cancelTasks(_ identifier: String?, _ bundleID: String) {
        let removed = update(bundleID) { app -> [PendingTask] in
            let names = identifier.map { [$0] } ?? Array(app.tasks.keys)
            return names.compactMap { app.tasks.removeValue(forKey: $0) }
        }
        for task in removed ?? [] { task.timer?.cancel() }
    }

    /// Runs a task that waits, whatever its date, as the debugger's `_simulateLaunchForTaskWithIdentifier` does.
    public func runTask(_ identifier: String, of bundleID: String) async throws {
        guard let request = try app(bundleID).tasks[identifier]?.request, request.kind != .continued else {
            throw DeviceError(.notSupported, "\(bundleID) has submitted no task \(identifier) that the scheduler runs.")
        }
        await run(request, bundleID)
    }

    /// Lets every task run whose time has come and whose conditions hold.
    func runDueTasks() {
        let (isOnline, isCharging, isLowPower) = state.withLock { ($0.isOnline, $0.isCharging, $0.isLowPower) }
        guard !isLowPower else { return }
        for bundleID in installedApps {
            guard let app = try? app(bundleID), !app.wasForceQuit, app.allowsBackgroundRefresh, !app.phase.isForeground
            else { continue }
            for request in app.tasks.values.map(\.request).sorted(by: { $0.identifier < $1.identifier }) {
                let isDue = (request.earliestBeginDate ?? .distantPast) <= now
                guard request.kind != .continued, isDue, isOnline || !request.needsNetwork,
                    isCharging || !request.needsPower
                else { continue }
                Task { await self.run(request, bundleID) }
            }
        }
    }

    func run(_ request: WireTask, _ bundleID: String) async {
        let identifier = request.identifier
        let running = RunningTask()
        let outcome = Task { await running.completion.wait() == true ? "success" : "failure" }
        // Taken off the list by whoever runs it, so that nothing runs it twice.
        let taken = update(bundleID) { app in
            guard let pending = app.tasks.removeValue(forKey: identifier) else { return false }
            pending.timer?.cancel()
            app.runningTasks[identifier] = running
            return true
        }
        guard taken == true else {
            running.completion.set(false)
            return
        }
        timeline.add(.taskStarted, app: bundleID, ["task": identifier])
        let result = try? await inBackground(bundleID, notification: nil, reason: "task") {
            let work = { @Sendable () async -> String in
                switch await self.callApp(bundleID, "backgroundTask", .runTask(request)) {
                case .done: return await outcome.value
                // An app that dies while it is told has not ended its task well, whatever it had.
                case .gone: return "failure"
                default: return "no_handler"
                }
            }
            let configuration = self.configuration
            let ended: String? =
                switch request.kind {
                case .refresh: await within(configuration.refreshTaskLimit, of: self.time, work)
                case .processing: await within(configuration.processingTaskLimit, of: self.time, work)
                case .continued: await until(running.stop, work)
                }
            if let ended { return ended }
            // The app hears that its time is up, and has a second of real time for its last word.
            return await within(.seconds(1), of: SystemTime()) {
                _ = await self.callApp(bundleID, "backgroundTaskExpiration", .expireTask(identifier))
                return await outcome.value
            } ?? "expired"
        }
        let last = update(bundleID) { $0.runningTasks.removeValue(forKey: identifier) }?.flatMap { $0 }
        running.completion.set(false)
        var details = ["task": identifier, "result": result ?? "launch_failed"]
        details["progress"] = last?.progress.map { "\($0)" }
        timeline.add(.taskEnded, app: bundleID, details)
        if result == "expired" { endApp(bundleID, reason: "task") }
    }

    /// The app says that a task is over.
    func taskCompleted(_ identifier: String, _ success: Bool, _ progress: Double?, _ bundleID: String) {
        let running = update(bundleID) { app in
            app.runningTasks[identifier]?.progress = progress
            return app.runningTasks[identifier]
        }?.flatMap { $0 }
        running?.completion.set(success)
    }
}
