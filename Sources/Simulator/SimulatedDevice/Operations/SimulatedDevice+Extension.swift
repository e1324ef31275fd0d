import Foundation
import ProcessLocal

/// What came of a run of the service extension.
enum ExtensionOutcome: Sendable {
    /// The push is shown as it came.
    case original
    /// The push is shown as the extension wants it.
    case changed(WireContent)
    /// The push is not shown.
    case filtered
}

extension SimulatedDevice {
    /// Lets the service extension change a push, within its limits of time and memory.
    ///
    /// One process serves one push after another, or several at once where the configuration says so. It stands still from
    /// the moment it has answered, so whatever it left unfinished stays so until its next push. Without an answer in time the
    /// original is shown.
    func runExtension(
        _ program: Program, of bundleID: String, _ request: WireRequest
    ) async -> ExtensionOutcome {
        let lane = lanes(bundleID).serviceExtension
        guard configuration.overlapsExtensionRuns else {
            return await lane.run {
                guard let process = await self.extensionProcess(program, of: bundleID) else { return .original }
                return await self.run(process, of: bundleID, request)
            }
        }
        guard let process = await lane.run({ await self.extensionProcess(program, of: bundleID) }) else {
            return .original
        }
        return await run(process, of: bundleID, request)
    }

    private func run(
        _ process: RunningProcess, of bundleID: String, _ request: WireRequest
    ) async -> ExtensionOutcome {
        let label = "extension \(process.number)"
        let identifier = request.identifier
        timeline.add(.extensionStarted, app: bundleID, process: label, notification: identifier)
        let expiry = scheduleExpiry(process, bundleID, identifier)
        let limit = configuration.extensionTimeLimit + configuration.extensionGrace
        let call = ProcessCall.extensionReceive(request, reusesObject: configuration.reusesExtensionObject)
        let reply = await within(limit, of: time) { await process.host.call(call) }
        expiry.cancel()
        let isLast = update(bundleID) { app in
            guard app.serviceExtension?.number == process.number else { return true }
            app.extensionRuns = max(0, app.extensionRuns - 1)
            return app.extensionRuns == 0
        }
        // It stands still only when it has answered every push that it was handed.
        if isLast == true { process.host.freeze() }
        let added = process.host.peakKilobytes.flatMap { peak in process.baselineKilobytes.map { peak - $0 } }
        if let added, added > configuration.extensionMemoryLimitKilobytes {
            return extensionFailed("memory", bundleID, label, identifier, ["memoryKB": "\(added)"])
        }
        guard case .content(let content)? = reply else {
            return extensionFailed(reply == nil ? "time" : "crash", bundleID, label, identifier)
        }
        var details = [
            "title": content.title, "body": content.body, "attachments": "\(content.attachments.count)",
        ]
        if let added { details["memoryKB"] = "\(added)" }
        timeline.add(.extensionAnswered, app: bundleID, process: label, notification: identifier, details)
        if isLast == true {
            timeline.add(.extensionFrozen, app: bundleID, process: label)
            if holdsSharedLock(process, bundleID) { endExtension(bundleID, reason: "0xdead10cc") }
        }
        return outcome(of: content, bundleID)
    }

    /// Empty content keeps a push from being shown only where the app may filter; elsewhere the original is shown.
    private func outcome(of content: WireContent, _ bundleID: String) -> ExtensionOutcome {
        if content.hasText { return .changed(content) }
        let mayFilter = (try? app(bundleID).definition.capabilities.contains(.filtering)) ?? false
        return mayFilter ? .filtered : .original
    }

    private func extensionFailed(
        _ reason: String, _ bundleID: String, _ label: String, _ identifier: String, _ more: [String: String] = [:]
    ) -> ExtensionOutcome {
        timeline.add(
            .extensionFailed, app: bundleID, process: label, notification: identifier,
            more.merging(["reason": reason]) { $1 })
        // That the system ends the process, rather than letting it stand still, is unverified for the time limit.
        endExtension(bundleID, reason: reason)
        return .original
    }

    /// The extension's process, started or woken up, for one more run.
    private func extensionProcess(_ program: Program, of bundleID: String) async -> RunningProcess? {
        if let process = try? app(bundleID).serviceExtension {
            update(bundleID) { $0.extensionRuns += 1 }
            process.host.thaw()
            return process
        }
        do {
            let process = try await startProcess(program, of: bundleID, role: .serviceExtension, reason: "push")
            update(bundleID) { app in
                app.serviceExtension = process
                app.extensionRuns = 1
            }
            return process
        } catch {
            timeline.add(.extensionFailed, app: bundleID, ["reason": "launch", "error": "\(error)"])
            return nil
        }
    }

    /// Tells the extension, on another thread than the one it works on, that its time is nearly up.
    private func scheduleExpiry(_ process: RunningProcess, _ bundleID: String, _ identifier: String) -> Task<
        Void, Never
    > {
        Task { [time, timeline, configuration] in
            guard configuration.callsExtensionExpiry,
                (try? await time.sleep(for: configuration.extensionTimeLimit)) != nil
            else { return }
            timeline.add(
                .extensionExpiring, app: bundleID, process: "extension \(process.number)", notification: identifier)
            _ = await process.host.call(.extensionExpire(identifier))
        }
    }
}
