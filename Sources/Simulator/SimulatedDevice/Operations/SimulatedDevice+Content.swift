import ProcessLocal

/// Notifications that the person opens up, and the content extension that draws them.
extension SimulatedDevice {
    /// Opens a notification up, by default the newest; its content extension draws it.
    ///
    /// Only where the app has such an extension for the notification's category. Others of the same thread that arrive while
    /// it is open are handed to the extension, too; that is left out here. Source: Apple's headers.
    public func expand(_ identifier: String? = nil, in bundleID: String) async throws {
        let notification = try find(identifier, in: bundleID)
        let app = try app(bundleID)
        guard let program = app.definition.contentExtension,
            app.definition.contentExtensionCategories.contains(notification.request.content.categoryIdentifier)
        else {
            throw DeviceError(
                .notSupported,
                "No content extension of \(bundleID) draws the category "
                    + "\"\(notification.request.content.categoryIdentifier)\".")
        }
        let process: RunningProcess
        if let running = app.contentExtension {
            process = running
        } else {
            process = try await startProcess(program, of: bundleID, role: .contentExtension, reason: "expand")
            update(bundleID) { $0.contentExtension = process }
        }
        let label = "content \(process.number)"
        let identifier = notification.request.identifier
        // Open before the extension hears of it: it may ask for other buttons at once. What was open is closed.
        let actions = update(bundleID) { app -> [WireAction] in
            app.collapse()
            guard let index = app.delivered.firstIndex(where: { $0.notification == notification }) else { return [] }
            app.delivered[index].isExpanded = true
            return app.actions(of: app.delivered[index])
        }
        guard case .done = await process.host.call(.contentReceive(notification, actions: actions ?? [])) else {
            timeline.add(.contentFailed, app: bundleID, process: label, notification: identifier, ["reason": "crash"])
            endContentExtension(bundleID, reason: "crash")
            throw DeviceError(.notRunning, "The content extension of \(bundleID) ended before it drew \(identifier).")
        }
        timeline.add(.expanded, app: bundleID, process: label, notification: identifier)
    }

    /// The content extension wants other buttons below the notification that is open.
    func setContentActions(_ actions: [WireAction], _ bundleID: String) {
        update(bundleID) { app in
            for index in app.delivered.indices where app.delivered[index].isExpanded {
                app.delivered[index].actions = actions
            }
        }
    }

    /// The content extension closes the notification that is open, as after a tap if it says so.
    func closeContent(_ bundleID: String, opensApp: Bool) {
        guard let open = try? app(bundleID).delivered.first(where: \.isExpanded) else { return }
        let identifier = open.notification.request.identifier
        update(bundleID) { $0.collapse() }
        timeline.add(.collapsed, app: bundleID, notification: identifier)
        if opensApp { Task { try? await self.tap(identifier, in: bundleID) } }
    }

    /// Asks the content extension what becomes of a response; nil when it has no say.
    ///
    /// The raw value of `UNNotificationContentExtensionResponseOption`.
    func askContentExtension(_ response: WireResponse, _ bundleID: String) async -> UInt? {
        guard let app = try? app(bundleID), let process = app.contentExtension,
            app.delivered.contains(where: { $0.isExpanded && $0.notification == response.notification })
        else { return nil }
        guard case .responseOption(let option) = await process.host.call(.contentRespond(response)) else { return nil }
        let results: [UInt: String] = [0: "stays", 1: "dismissed", 2: "forwarded"]
        timeline.add(
            .contentAnswered, app: bundleID, process: "content \(process.number)",
            notification: response.notification.request.identifier,
            ["action": response.actionIdentifier, "result": results[option] ?? "\(option)"])
        return option
    }

    /// Ends the process of an app's content extension.
    func endContentExtension(_ bundleID: String, reason: String) {
        let ended = update(bundleID) { app -> (RunningProcess?, AppContainers) in
            defer { app.contentExtension = nil }
            app.collapse()
            return (app.contentExtension, app.containers)
        }
        guard let (process, containers) = ended, let process else { return }
        process.host.kill()
        containers.close(for: process.number)
        timeline.add(.ended, app: bundleID, process: "content \(process.number)", ["reason": reason])
    }
}
