import Foundation
import Locking
import PushModel
import TidingsCore
import Timekeeping
import UserNotifications

/// The instance behind the static interface; it exists before `configure` and keeps what comes early.
final class Facade: Sendable {
    private struct State {
        var client: PushClient?
        /// Responses that came before `configure`.
        var early: [IncomingResponse] = []
        var hasReported = false
    }

    let relations = HostRelations()
    let relay = NotificationRelay()
    let feed = NotificationFeed()
    let live = LiveSessionCenter()
    private let activity = Locked(false)

    /// Whether the app is active, as far as the system has told.
    var isAppActive: Bool { activity.withLock { $0 } }
    private let state = Locked(State())

    /// The client; nil before `configure`.
    var client: PushClient? { state.withLock { $0.client } }

    /// Starts the client; the first call counts.
    func configure(_ configuration: Configuration, dependencies: PushClient.Dependencies?) {
        let log = ClientLog.system(minimum: configuration.logLevel)
        let client = PushClient(
            configuration: configuration, relations: relations, dependencies: dependencies ?? .live(configuration))
        let early = state.withLock { state -> [IncomingResponse]? in
            guard state.client == nil else { return nil }
            state.client = client
            defer { state.early = [] }
            return state.early
        }
        guard let early else {
            return log(.warning, "Tidings is configured already; the first configuration stays")
        }
        relay.adopt(configuration, log: log)
        relations.ownHosts = Set(configuration.universalLinkHosts.map { $0.lowercased() })
        if configuration.installsNotificationDelegate { relay.install() } else { relay.giveBack() }
        for response in early { client.commands.yield(.response(response, done: nil)) }
        AppLife.observe { [weak self] command in
            self?.note(command)
            client.commands.yield(command)
        }
        NetworkWatch.whenOnline { client.commands.yield(.cameOnline) }
        ProcessWork.start { await client.run() }
        ProcessWork.start { await self.catchUp(client) }
    }

    /// To an app that configures late, as after a consent, nobody says any more that it is in front.
    private func catchUp(_ client: PushClient) async {
        guard await AppBridge.isActive(), !isAppActive else { return }
        note(.becameActive)
        client.commands.yield(.becameActive)
    }

    /// Looks at what the system tells of the app's life.
    private func note(_ command: PushClient.Command) {
        switch command {
        case .becameActive:
            activity.withLock { $0 = true }
            live.moved(away: false)
            tellCalls(.becameActive)
            // Another SDK may have taken the place meanwhile: it is heard as well, but not instead.
            if client?.configuration.installsNotificationDelegate == true { relay.rechain() }
            reportOnce()
        case .enteredBackground:
            activity.withLock { $0 = false }
            live.moved(away: true)
            tellCalls(.enteredBackground)
        case .willTerminate: relations.calls.end()
        default: break
        }
    }

    private func tellCalls(_ news: CallIntake.News) {
        let intake = relations.calls
        ProcessWork.start { await intake.tell(news) }
    }

    /// Looks once per launch at everything that pushes need.
    private func reportOnce() {
        let client = state.withLock { state -> PushClient? in
            defer { state.hasReported = true }
            return state.hasReported ? nil : state.client
        }
        guard let client else { return }
        ProcessWork.start { await client.reportDiagnosis(self.relay.health) }
    }

    /// Becomes the notification centre's delegate, unless the app keeps that to itself.
    func installRelay() {
        if client?.configuration.installsNotificationDelegate ?? true { relay.install() }
    }

    /// The client, with a log line if a call came too early.
    func configured(_ call: String) -> PushClient? {
        if let client { return client }
        ClientLog.system(minimum: .warning)(.warning, "A call came before Tidings.configure", ("call", call))
        return nil
    }

    /// Answers how a notification appears in the foreground.
    func options(for notification: IncomingNotification) async -> UNNotificationPresentationOptions {
        guard let client = configured("willPresent") else {
            return Configuration.ForegroundPresentation.banner.options
        }
        return await client.options(for: notification)
    }

    /// Takes in a response and returns when it is safe.
    func receive(_ response: Carried<UNNotificationResponse>) async {
        let incoming = IncomingResponse(response.object, now: ProcessWork.time.now)
        tell(of: incoming)
        let client = state.withLock { state -> PushClient? in
            let isKnown = state.early.contains { $0.tap.id == incoming.tap.id }
            if state.client == nil, !isKnown { state.early.append(incoming) }
            return state.client
        }
        guard let client else { return await deliverEarly() }
        let isDone = SingleAnswer<Bool>()
        client.commands.yield(.response(incoming, done: { isDone.give(true) }))
        _ = await isDone.value
    }

    /// Lets everybody look for waiting taps who may have become ready.
    func consumersChanged() {
        guard let client else {
            ProcessWork.start { await self.deliverEarly() }
            return
        }
        client.commands.yield(.consumersChanged)
    }

    /// Hands responses to views that ask for them although there is no client yet; it records the receipts later.
    @MainActor private func deliverEarly() {
        for response in waitingEarly() {
            guard let handler = relations.subscriber(for: response.live.object), claim(response) else { continue }
            handler(response.live.object)
        }
    }

    private func waitingEarly() -> [IncomingResponse] {
        let now = ProcessWork.time.now
        return state.withLock { state in
            state.early.filter { response in
                !response.isHandedOver && !response.isDismissal
                    && now.timeIntervalSince(response.tap.respondedAt) <= TapPipeline.ageLimit
            }
        }
    }

    /// Marks a response as handed over; false if it was before.
    private func claim(_ response: IncomingResponse) -> Bool {
        state.withLock { state in
            guard let index = state.early.firstIndex(where: { $0.tap.id == response.tap.id && !$0.isHandedOver }) else {
                return false
            }
            state.early[index].isHandedOver = true
            return true
        }
    }
}
