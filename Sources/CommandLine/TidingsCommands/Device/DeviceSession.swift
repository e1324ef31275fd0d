import Locking
import SimulatedDevice

/// Does on a phone what is typed.
final class DeviceSession: Sendable {
    enum Next: Sendable {
        case goOn, quit
    }

    private let phone: Phone
    private let output: Output
    // Where the timeline stood when the last command began; `wait` looks at what came after.
    private let mark = Locked(0)

    init(phone: Phone, output: Output) {
        self.phone = phone
        self.output = output
    }

    /// Reads and runs a line; a mistake is a line on standard error, and the phone goes on.
    func run(_ text: String) async -> Next {
        guard let line = DeviceLine(text) else {
            output.note("\(quoted(text)) is no command of the phone. Type help for those it knows.")
            return .goOn
        }
        return await run(line)
    }

    @discardableResult
    func run(_ line: DeviceLine) async -> Next {
        if line == .quit { return .quit }
        do { try await perform(line) } catch is CancellationError {} catch { output.note("\(error)") }
        return .goOn
    }

    private func perform(_ line: DeviceLine) async throws {
        if case .wait(let kind) = line {
            let entry = try await phone.timeline.first(
                .init(rawValue: kind), after: mark.withLock { $0 }, within: .seconds(30))
            return mark.withLock { $0 = entry.sequence }
        }
        if line != .nothing { mark.withLock { $0 = phone.timeline.mark } }
        switch line {
        case .launch: try await phone.launch()
        case .background: try await phone.background()
        case .suspend: try await phone.suspend()
        case .kill: try await phone.kill()
        case .forceQuit: try await phone.forceQuit()
        case .tap(let id): try await phone.tap(id)
        case .dismiss(let id): try await phone.dismiss(id)
        case .clear: try phone.device.clearAll(in: phone.bundleID)
        case .act(let action, let id): try await phone.act(action, on: id)
        case .reply(let text): try await phone.reply(text)
        case .lock: await phone.lock()
        case .unlock: await phone.unlock()
        case .restart: await phone.device.restart()
        case .offline: try await phone.setOnline(false)
        case .online: try await phone.setOnline(true)
        case .allow: phone.device.answerPermissionPrompt(allow: true)
        case .deny: phone.device.answerPermissionPrompt(allow: false)
        case .url(let url): try await phone.openURL(url)
        case .app(let line): try await phone.command(line)
        case .deed(let deed): try await deed.perform(on: phone)
        case .screen: try showScreen()
        case .help: output.isJSON ? output.note(DeviceLine.helpText) : output.text(DeviceLine.helpText)
        case .wait, .quit, .nothing: break
        }
    }

    private func showScreen() throws {
        let screen = phone.screen
        let entries = screen.notifications.map { entry in
            let text = [entry.title, entry.subtitle, entry.body].filter { !$0.isEmpty }.joined(separator: " · ")
            let actions = entry.actions.isEmpty ? "" : "  [\(entry.actions.joined(separator: ", "))]"
            return "  \(entry.identifier)  \(text)\(actions)"
        }
        let list = entries.isEmpty ? ["  no notifications"] : entries
        try output.result(
            screen,
            text: (["\(screen.bundleID) \(screen.phase.rawValue), badge \(screen.badge)"] + list).joined(
                separator: "\n"))
    }
}
