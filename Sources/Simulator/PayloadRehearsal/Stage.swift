import APNsSimulator
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice

/// One phone of a rehearsal, with the app and its extension, brought into a situation.
struct Stage {
    let phone: Phone
    private let situation: Situation
    private let courier = DirectCourier()
    private let time = VirtualTime(onStall: { _ in })

    private let hasCalls: Bool

    init(_ situation: Situation, _ push: CheckedPush, category: String?, sounds: URL?) throws {
        self.situation = situation
        let (bundleID, hasCalls) = (push.bundleID, push.pushType == .voip)
        self.hasCalls = hasCalls
        var app = AppDefinition(
            bundleID: bundleID, program: .app { StandInApp(situation, category: category, hasCalls: hasCalls) },
            appGroups: [StandInApp.group],
            capabilities: Self.capabilities(situation).union(hasCalls ? [.voIPMode] : []),
            usesScenes: situation.has(.scenes))
        if situation.has(.serviceExtension) { app.serviceExtension = .serviceExtension { StandInExtension(situation) } }
        app.resources = sounds
        var configuration = DeviceConfiguration()
        configuration.permissionAnswer = situation.has(.permission) ? .allow : .deny
        // Until it is told otherwise an app stays in the state that it was brought to.
        configuration.suspensionDelay = .seconds(24 * 3600)
        configuration.asksTwiceToPresent = situation.has(.asksTwice)
        configuration.callsExtensionTwice = situation.has(.extensionTwice)
        if situation.has(.textSummary) { configuration.displayDelay = Self.summaryDelay }
        if !situation.has(.silentBudget) { configuration.silentPushBudget = SilentPushBudget(wakesPerHour: 0.001) }
        let device = try SimulatedDevice(courier: courier, time: time, configuration: configuration)
        try device.install(app)
        phone = Phone(device: device, bundleID: bundleID)
    }

    private static func capabilities(_ situation: Situation) -> Set<AppDefinition.Capability> {
        var capabilities: Set<AppDefinition.Capability> = [.push]
        if situation.has(.backgroundMode) { capabilities.insert(.remoteNotificationMode) }
        if situation.has(.timeSensitive) { capabilities.insert(.timeSensitive) }
        if situation.has(.critical) { capabilities.insert(.criticalAlerts) }
        if situation.has(.filtering) { capabilities.insert(.filtering) }
        return capabilities
    }

    // MARK: Before the push

    /// Installs and opens the app, lets it ask and register, leaves it, and sets everything to the situation.
    func prepare(_ earlier: [Rehearsal.Earlier]) async throws {
        try await phone.launch()
        try await phone.command(situation.has(.provisional) ? "register provisional" : "register")
        _ = try await phone.timeline.first { [.registered, .registrationPending].contains($0.kind) }
        if hasCalls { _ = try await phone.timeline.first { $0.kind == .registered && $0["type"] == "voip" } }
        try await phone.background()
        for (number, one) in earlier.enumerated() { await put(one, number) }
        if situation.has(.lowPower) { phone.device.setLowPowerMode(true) }
        if !situation.has(.backgroundRefresh) { phone.device.setBackgroundRefresh(false, for: phone.bundleID) }
        if situation.has(.muted) { phone.device.setMuted(true) }
        if situation.has(.focus) { phone.device.setFocus(Focus()) }
        if situation.has(.scheduledSummary) { phone.device.setScheduledSummary(true, for: phone.bundleID) }
        try await situation.state.reach(on: phone)
        if situation.has(.locked) { await phone.lock() }
    }

    /// Puts a notification into the list.
    private func put(_ earlier: Rehearsal.Earlier, _ number: Int) async {
        var aps: [String: Any] = ["alert": "An earlier notification"]
        aps["thread-id"] = earlier.thread
        guard let json = try? JSONSerialization.data(withJSONObject: ["aps": aps]) else { return }
        await phone.device.receive(
            IncomingPush(
                id: "earlier-\(number + 1)", token: phone.token ?? "", bundleId: phone.bundleID,
                collapseId: earlier.collapseID, payload: String(decoding: json, as: UTF8.self)))
    }

    // MARK: The push

    /// Sends the push and waits for everything that comes of it; false when it never reaches the phone.
    func deliver(_ push: RehearsedPush, _ checked: CheckedPush) async throws -> Bool {
        let isAway = situation.has(.offline) || situation.has(.overtaken)
        if isAway { try await phone.setOnline(false) }
        let id = push["apns-id"] ?? ""
        courier.send(
            String(decoding: push.payload, as: UTF8.self), to: phone.bundleID, pushType: checked.pushType.rawValue,
            collapseID: push["apns-collapse-id"], expiration: checked.expiration.map { Int($0) }, id: id)
        if situation.has(.overtaken) { courier.send(#"{"aps":{"alert":"A later push"}}"#, to: phone.bundleID) }
        if isAway { try await phone.setOnline(true) }
        guard let arrived = try await arrivals().first(where: { $0.id == id }) else { return false }
        let mark = phone.timeline.mark
        let clock = Task { await letTimePass(after: mark) }
        await phone.device.take(arrived)?.value
        if hasCalls { try await waitForCall(after: mark) }
        clock.cancel()
        await clock.value
        try await settle(after: mark)
        return true
    }

    /// What the courier has for the phone.
    private func arrivals() async throws -> [IncomingPush] {
        // A push of our own behind them all, so that there is something to wait for where nothing came.
        let end = "end of the rehearsal"
        _ = try await courier.register(bundleID: end, environment: .sandbox)
        courier.send("{}", to: end)
        return try await courier.pushes(after: 0)
    }

    // MARK: Time

    // The clock stands still unless somebody waits for it, and then it is moved exactly as far: what a busy machine is late with
    // never looks like something that the phone gave up on.

    private func letTimePass(after mark: Int) async {
        await withTaskGroup { group in
            if situation.has(.lateExtension) { group.addTask { try? await exhaustExtension(after: mark) } }
            if situation.has(.lateApp) { group.addTask { try? await exhaustApp(after: mark) } }
            if situation.has(.textSummary) { group.addTask { await pass(Self.summaryDelay) } }
        }
    }

    /// Lets the time of each run of the extension go by.
    private func exhaustExtension(after mark: Int) async throws {
        let limits = DeviceConfiguration()
        var mark = mark
        while !Task.isCancelled {
            mark = try await callback(["withContentHandler"], after: mark)
            await time.waitForSleepers(1, waking: limits.extensionTimeLimit + limits.extensionGrace)
            await pass(limits.extensionTimeLimit)
            mark = try await callback(["serviceExtensionTimeWillExpire"], after: mark)
            await pass(limits.extensionGrace)
        }
    }

    /// Lets the time of each callback go by that the app does not complete; both have as long.
    private func exhaustApp(after mark: Int) async throws {
        var mark = mark
        while !Task.isCancelled {
            mark = try await callback(["willPresent", "fetchCompletionHandler"], after: mark)
            await pass(DeviceConfiguration().wakeTimeLimit)
        }
    }

    /// Waits for a callback with one of these words in its name, and answers its place on the timeline.
    private func callback(_ words: [String], after mark: Int) async throws -> Int {
        try await phone.timeline.first(after: mark) { entry in
            entry.kind == Step.callback && words.contains { entry["name"]?.contains($0) == true }
        }.sequence
    }

    /// Waits until somebody sleeps that long, and lets the time go by.
    private func pass(_ duration: Duration) async {
        await time.waitForSleepers(1, waking: duration)
        if !Task.isCancelled { await time.advance(by: duration) }
    }

    private static let summaryDelay = Duration.seconds(10)

    /// Waits until the app is done with a push of a call, or ended for it.
    private func waitForCall(after mark: Int) async throws {
        _ = try await phone.timeline.first(after: mark) {
            [.callPushReported, .pushDropped, .ended].contains($0.kind)
        }
    }

    /// Waits for what comes a good while after the push.
    private func settle(after mark: Int) async throws {
        let entries = phone.timeline.entries.dropFirst(mark)
        let isQuestion: @Sendable (TimelineEntry) -> Bool = { $0.kind == .callback && $0["name"] == "willPresent" }
        if situation.has(.asksTwice), let first = entries.first(where: isQuestion) {
            // The half minute may have gone by already, for an app that completes nothing.
            let clock = Task { await pass(.seconds(30)) }
            defer { clock.cancel() }
            let second = try await phone.timeline.first(after: first.sequence, where: isQuestion)
            _ = try await phone.timeline.first(after: second.sequence) { entry in
                entry.kind == Step.callback && entry["name"]?.contains("willPresent") == true
                    || entry.kind == .callbackDone && entry["name"] == "willPresent"
            }
        }
        if entries.contains(where: { $0.kind == .keptForSummary }) { phone.device.deliverSummary() }
    }

    /// What happened since.
    func outcome(after mark: Int) -> Outcome {
        Outcome(Array(phone.timeline.entries.dropFirst(mark)), phone.screen)
    }

    // MARK: After the push

    /// Lets the person act on the notification; nothing happens where it is not in the list.
    func respond(_ response: Rehearsal.Response, to identifier: String) async throws -> [Step] {
        guard phone.screen.notifications.contains(where: { $0.identifier == identifier }) else { return [] }
        await phone.unlock()
        let mark = phone.timeline.mark
        switch response {
        case .nothing: break
        case .tap: try await phone.tap(identifier)
        case .dismiss: try await phone.dismiss(identifier)
        }
        return phone.timeline.entries.dropFirst(mark).compactMap(Step.init)
    }
}
