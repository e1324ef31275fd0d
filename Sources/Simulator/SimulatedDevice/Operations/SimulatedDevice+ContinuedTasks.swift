import ProcessLocal

/// Tasks that the person starts in front of the app and that go on when it is left, `BGContinuedProcessingTask` of iOS 26.
///
/// Source: Apple documentation, "Performing long-running tasks on iOS and iPadOS". None of it is verified on a device; in
/// particular that one such task of an app runs at a time and the others wait, that they are forgotten with the process, that
/// no background mode is needed, and that a request from the background is refused like one that cannot begin at once.
extension SimulatedDevice {
    /// Takes a request; it begins at once, or when those before it are over.
    func submitContinued(_ task: WireTask, _ bundleID: String, from process: ProcessIdentity) -> DeviceReply {
        guard let app = try? app(bundleID) else { return .gone }
        if configuration.isSimulator { return refused(.unavailable) }
        guard app.definition.permitsContinued(task.identifier) else { return refused(.notPermitted) }
        // Source: field report; a handler for the wildcard itself does not do.
        guard app.registeredTasks.contains(task.identifier) else {
            return crash("No launch handler was registered for the background task \(task.identifier).", process)
        }
        guard app.phase.isForeground, app.continuedTask == nil || !task.mustBeginAtOnce else {
            return refused(.immediateRunIneligible)
        }
        update(bundleID) { app in
            app.tasks[task.identifier] = PendingTask(request: task, timer: nil)
            app.continuedQueue.removeAll { $0 == task.identifier }
            app.continuedQueue.append(task.identifier)
        }
        timeline.add(
            .taskSubmitted, app: bundleID,
            ["task": task.identifier, "kind": task.kind.rawValue, "title": task.title, "subtitle": task.subtitle])
        beginContinued(bundleID)
        return .done
    }

    /// Begins the next task that waits, unless one runs.
    private func beginContinued(_ bundleID: String) {
        let next = update(bundleID) { app -> WireTask? in
            guard app.continuedTask == nil else { return nil }
            while !app.continuedQueue.isEmpty {
                let name = app.continuedQueue.removeFirst()
                // Taken back while it waited.
                guard let task = app.tasks[name]?.request, task.kind == .continued else { continue }
                app.continuedTask = name
                return task
            }
            return nil
        }?.flatMap { $0 }
        guard let next else { return }
        Task {
            await self.run(next, bundleID)
            self.update(bundleID) { if $0.continuedTask == next.identifier { $0.continuedTask = nil } }
            self.beginContinued(bundleID)
        }
    }

    /// Cancels a task that goes on in the background, as the person can where its progress is shown.
    ///
    /// Its expiration handler is called; the app then has a second of real time to say that the task is over, or is ended.
    public func cancelTask(_ identifier: String, of bundleID: String) throws {
        guard let app = try? app(bundleID), app.continuedTask == identifier,
            let running = app.runningTasks[identifier]
        else {
            throw DeviceError(.notSupported, "No task \(identifier) of \(bundleID) goes on that could be canceled.")
        }
        running.stop.set(true)
    }

    /// The app has other words for what a task does, and is so far.
    func describeTask(_ identifier: String, _ title: String, _ subtitle: String, _ progress: Double, _ bundleID: String)
    {
        timeline.add(
            .taskChanged, app: bundleID,
            ["task": identifier, "title": title, "subtitle": subtitle, "progress": "\(progress)"])
    }
}

extension AppDefinition {
    /// Whether a task may go on in the background: its name begins like the app's, and the property list has it, or all that
    /// begin like it by an asterisk at the end.
    func permitsContinued(_ identifier: String) -> Bool {
        identifier.hasPrefix(bundleID + ".") && (permittedTasks.contains(identifier) || isWildcard(identifier))
    }

    /// Whether the property list permits a task by the beginning of its name.
    func isWildcard(_ identifier: String) -> Bool {
        permittedTasks.contains { $0.hasSuffix(".*") && identifier.hasPrefix($0.dropLast()) }
    }
}
